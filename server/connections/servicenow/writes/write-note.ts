import { ServiceNowError } from '#server/connections/servicenow/servicenow-error.ts'
import { escapeQueryValue, type RemoteRow } from '#server/connections/servicenow/table-api.ts'
import { type Attempt, done, failed, NotYetWritten, saveResult, send, type WriteOutcome } from './attempt.ts'

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
