import { escapeQueryValue, type RemoteRow, ServiceNowError } from '#server/connections/servicenow/table-api.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { type Attempt, done, failed, NotYetWritten, saveResult, send, type WriteOutcome } from './attempt.ts'

type Creation = {
  readonly table: string
  /** The name of the record in Hindsight; it stops the reader from importing the record. */
  readonly entity: 'improvement' | 'lesson'
  readonly values: Readonly<Record<string, string>>
  /** Finds the record again: a query, and fields that may contain our identifier, some of which may not be stored. */
  readonly search: { readonly query: string; readonly fields: readonly string[] }
}

/** Maximum records that are searched for ours, newest first. */
const maxRows = 100

/**
 * Creates the remote counterpart of a local record and returns its sys_id. An existing record with our identifier is
 * reused, as the response of an earlier request may have been lost.
 */
export async function createOnce(attempt: Attempt, { table, entity, values, search }: Creation): Promise<string> {
  const { api, row, result } = attempt
  const { rows } = await api.list(table, {
    query: `${search.query}^ORDERBYDESCsys_created_on`,
    fields: ['sys_id', ...search.fields],
    limit: maxRows,
  })
  // A query with a field that the instance does not know returns any rows.
  const existing = rows.find((one) => search.fields.some((field) => String(one[field] ?? '').includes(row.key)))
  if (existing) return linkRecord(attempt, { table, entity }, String(existing.sys_id))
  if (result.isCreating && attempt.isRepeated)
    throw new NotYetWritten(`A record of ${table} was requested and is missing.`)
  await saveResult(attempt, { isCreating: true })
  const created = await send(() => api.create(table, values))
  return linkRecord(attempt, { table, entity }, String(created.sys_id))
}

async function linkRecord(
  attempt: Attempt,
  { table: stream, entity }: Pick<Creation, 'table' | 'entity'>,
  remoteId: string,
): Promise<string> {
  const { ctx, connection, row } = attempt
  const { key } = row
  const columns = connectionRecords
  await ctx.db
    .insert(connectionRecords)
    .values({ connectionId: connection.id, stream, remoteId, entity, key, readAt: ctx.now.toISOString() })
    .onConflictDoUpdate({ target: [columns.connectionId, columns.stream, columns.remoteId], set: { entity, key } })
  const { isCreating: _, ...result } = attempt.result
  attempt.result = result
  await saveResult(attempt, {})
  return remoteId
}

/** Maximum notes of a record that are searched, newest first. */
const maxNotes = 200

/**
 * Adds a work note once: a note that contains its marker is not added again. Work notes can neither be overwritten nor
 * read back as a field, so the entry is searched in the journal.
 */
export async function writeNote(
  attempt: Attempt,
  { table, id, text, marker }: Record<'table' | 'id' | 'text' | 'marker', string>,
): Promise<WriteOutcome> {
  const { api } = attempt
  const record = await api.get(table, id, ['sys_mod_count'])
  if (!record) return failed(`There is no such record in ${table} any more, or the account may not read it.`)
  const count = Number(record.sys_mod_count)
  const earlier = await listNotes(attempt, id)
  if (earlier.some((note) => note.includes(marker))) return done()
  const { sentAt } = attempt.result
  // An unchanged count proves that the note was not added, as does a readable journal.
  const canReadNotes = async () => (await readJournal(attempt, 'element=work_notes')).length > 0
  if (sentAt !== undefined && count !== sentAt && !(await canReadNotes())) {
    await saveResult(attempt, { sentAt: undefined })
    const advice = 'Look at the change in ServiceNow; try again if the note is missing'
    return failed(`It is not known whether the note was added: the account cannot read the notes. ${advice}.`)
  }
  if (sentAt !== undefined && attempt.isRepeated)
    throw new NotYetWritten('The note was sent, and is not in ServiceNow yet.')
  await saveResult(attempt, { sentAt: count })
  await send(() => api.update(table, id, { work_notes: text }))
  const notes = await listNotes(attempt, id)
  if (notes.some((note) => note.includes(marker))) return done()
  const after = await api.get(table, id, ['sys_mod_count'])
  const isCounted = Number(after?.sys_mod_count) > count
  if (isCounted && notes.length === 0) return done('Added. The account cannot read work notes, so nobody has checked.')
  return failed('ServiceNow accepted the note and did not take it. The account may have no right to write work_notes.')
}

async function listNotes(attempt: Attempt, id: string): Promise<string[]> {
  const rows = await readJournal(attempt, `element_id=${escapeQueryValue(id)}^element=work_notes`)
  return rows.flatMap(({ element_id: of, value }) => (of === id && typeof value === 'string' ? [value] : []))
}

/** Reads entries of the journal, newest first; none without the right to read it. */
async function readJournal({ api }: Attempt, query: string): Promise<readonly RemoteRow[]> {
  try {
    const search = { query: `${query}^ORDERBYDESCsys_created_on`, fields: ['element_id', 'value'], limit: maxNotes }
    return (await api.list('sys_journal_field', search)).rows
  } catch (error) {
    if (error instanceof ServiceNowError && error.reason === 'rights') return []
    throw error
  }
}
