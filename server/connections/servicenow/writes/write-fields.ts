import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { FieldVersions } from '#lib/contracts/connection-values.ts'
import { type Attempt, conflict, done, failed, NotYetWritten, saveResult, send, type WriteOutcome } from './attempt.ts'
import { describePirOutcome, summariseReview, type WrittenReview } from './review-comments.ts'

type FieldValues = Readonly<Record<string, string>>

export type FieldWrite = {
  readonly table: string
  readonly id: string
  readonly wanted: FieldValues
  /** Fields whose initial value may be replaced, whatever it is. */
  readonly replaceable?: readonly string[]
  /** A choice field whose initial value may be replaced if it is a default, such as `Not started`. */
  readonly choice?: string
  /** Returns a shorter version of a field with at most `max` characters. */
  readonly shorten?: (field: string, max: number) => string | undefined
}

const counter = 'sys_mod_count'

/**
 * Writes fields of a record and reads them back. Sends nothing if they are equal already. A value that is neither ours
 * nor accepted by a person is not overwritten but returned as a conflict, as is a record that was written more than
 * once meanwhile.
 */
export async function writeFields(attempt: Attempt, write: FieldWrite): Promise<WriteOutcome> {
  const before = await readRecord(attempt, write)
  if ('status' in before) return before
  const wanted = applyLimits(attempt, write)
  const { sentAt } = attempt.result
  if (sentAt !== undefined && before.count > sentAt + 1) {
    await confirmRead(attempt, wanted)
    return conflict(describeOtherWrites(sentAt, before.count), pairVersions(attempt, wanted, before.values))
  }
  const differing = listDifferingFields(wanted, before.values)
  if (differing.length === 0) {
    await confirmRead(attempt, wanted)
    return done()
  }
  const changedElsewhere = differing.filter((field) => !isKnown(attempt, write, field, before.values[field] ?? ''))
  if (changedElsewhere.length > 0) {
    const reason = `Someone else wrote ${changedElsewhere.join(' and ')} in ServiceNow.`
    return conflict(reason, pairVersions(attempt, pickFields(wanted, changedElsewhere), before.values))
  }

  await saveResult(attempt, {
    sentAt: before.count,
    known: {
      ...attempt.result.known,
      ...Object.fromEntries(
        differing.map((field) => [field, [...new Set([before.values[field] ?? '', wanted[field] ?? ''])]]),
      ),
    },
  })
  await send(() => attempt.api.update(write.table, write.id, pickFields(wanted, differing)))
  const after = await readRecord(attempt, write)
  if ('status' in after) return after
  return judgeWrite(attempt, { write, wanted, before, after })
}

type ReadFields = { readonly values: FieldValues; readonly count: number }
type WrittenFields = {
  readonly write: FieldWrite
  readonly wanted: FieldValues
  readonly before: ReadFields
  readonly after: ReadFields
}

/** Determines the outcome of a request from the record before and after it. */
async function judgeWrite(attempt: Attempt, { write, wanted, before, after }: WrittenFields): Promise<WriteOutcome> {
  const differing = listDifferingFields(wanted, after.values)
  if (after.count > before.count + 1) {
    await confirmRead(attempt, wanted)
    return conflict(
      describeOtherWrites(before.count, after.count),
      pairVersions(attempt, wanted, after.values, before.values),
    )
  }
  if (differing.length === 0) {
    await confirmRead(attempt, wanted)
    return done()
  }
  const limits = Object.fromEntries(
    differing.flatMap((field) => {
      const ours = wanted[field] ?? ''
      const theirs = after.values[field] ?? ''
      const isCut = theirs !== '' && ours.startsWith(theirs) && write.shorten?.(field, theirs.length) !== undefined
      return isCut && attempt.result.limits?.[field] === undefined ? [[field, theirs.length]] : []
    }),
  )
  if (Object.keys(limits).length > 0) {
    attempt.result = { ...attempt.result, limits: { ...attempt.result.limits, ...limits } }
    await confirmRead(attempt, pickFields(after.values, Object.keys(limits)))
    return writeFields(attempt, write)
  }
  const versions = pairVersions(attempt, pickFields(wanted, differing), after.values, before.values)
  const isNotTaken = differing.every((field) => isSame(after.values[field] ?? '', before.values[field] ?? ''))
  if (isNotTaken) {
    await confirmRead(attempt, {})
    const advice = 'The field may not exist, or the account may have no right to write it'
    return failed(`ServiceNow accepted the write and did not take ${differing.join(' and ')}. ${advice}.`, versions)
  }
  await confirmRead(attempt, wanted)
  return conflict(`ServiceNow has another ${differing.join(' and ')} than was written.`, versions)
}

async function readRecord({ api }: Attempt, { table, id, wanted }: FieldWrite): Promise<ReadFields | WriteOutcome> {
  const fields = [...Object.keys(wanted), counter]
  const record = await api.get(table, id, fields)
  if (!record) return failed(`There is no such record in ${table} any more, or the account may not read it.`)
  const unreadable = fields.filter((field) => typeof record[field] !== 'string')
  if (unreadable.length > 0) {
    const advice = 'Without reading it, nobody knows what a write did: give the account the right to read it'
    return failed(`The account cannot read ${unreadable.join(' and ')} of ${table}. ${advice}.`)
  }
  return { values: record as FieldValues, count: Number(record[counter]) }
}

/** Stores that the effect of the last request is known, and replaces the accepted values of the given fields. */
async function confirmRead(attempt: Attempt, ours: FieldValues): Promise<void> {
  const { sentAt: _, ...result } = attempt.result
  attempt.result = result
  const acceptedTexts = Object.fromEntries(Object.entries(ours).map(([field, value]) => [field, [value]]))
  await saveResult(attempt, { known: { ...result.known, ...acceptedTexts } })
}

/** Default values of a choice field; numbered choices begin at 0 or below. */
const defaultChoice =
  /^(?:0|-\d+|-* ?none ?-*|not[ _-](?:yet[ _-])?(?:started|set|reviewed|done)|pending|open|new|planned|requested)$/i

function isKnown({ result }: Attempt, { replaceable = [], choice }: FieldWrite, field: string, theirs: string) {
  const acceptedTexts = result.known?.[field]
  if (acceptedTexts === undefined) {
    const isDefault = field === choice && defaultChoice.test(theirs.trim())
    return theirs === '' || isDefault || replaceable.includes(field)
  }
  return acceptedTexts.some((value) => isSame(theirs, value))
}

function applyLimits({ result }: Attempt, { wanted, shorten }: FieldWrite): FieldValues {
  const short = Object.entries(result.limits ?? {}).map(([field, max]) => [field, shorten?.(field, max)])
  return { ...wanted, ...Object.fromEntries(short.filter(([, value]) => value !== undefined)) }
}

const listDifferingFields = (wanted: FieldValues, remote: FieldValues) =>
  Object.keys(wanted).filter((field) => !isSame(remote[field] ?? '', wanted[field] ?? ''))

/** Compares two values, ignoring line ends, outer spaces and the midnight that a date-time field adds to a date. */
const isSame = (theirs: string, ours: string) => normalizeText(theirs) === normalizeText(ours)
const normalizeText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, '$1')

const pairVersions = (
  { result }: Attempt,
  wanted: FieldValues,
  remote: FieldValues,
  before?: FieldValues,
): FieldVersions[] =>
  Object.entries(wanted).map(([field, ours]) => ({
    field,
    ours,
    theirs: remote[field] ?? '',
    base: before?.[field] ?? result.known?.[field]?.at(-1) ?? null,
  }))

const describeOtherWrites = (from: number, to: number) =>
  `The record was written ${to - from} times while we wrote it once. The fields below are as they are now; the history of the record there has the rest.`

const pickFields = (values: FieldValues, fields: readonly string[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? '']))

const closed = '3'
const notesField = 'close_notes'

/** The fields that are written to close a change. */
export const closingFields = ['state', 'close_code', notesField] as const

/** The close codes of ServiceNow, which has none between success with issues and failure. */
const closeCodes: Readonly<Record<ReviewOutcome, string>> = {
  successful: 'successful',
  successful_with_issues: 'successful_issues',
  partially_successful: 'successful_issues',
  failed: 'unsuccessful',
}

/**
 * Closes a change with code and notes. A change that is already closed with the same code keeps its notes. Throws
 * `NotYetWritten` while its state does not allow closing.
 */
export async function closeChange(attempt: Attempt, id: string, written: WrittenReview): Promise<WriteOutcome> {
  const { pir_outcome: outcome } = written.change
  if (outcome === null) return failed('The review has no outcome, so that there is no close code for it.')
  const code = closeCodes[outcome]
  const table = 'change_request'
  const record = await attempt.api.get(table, id, ['state', 'close_code'])
  if (!record) return failed(`There is no such record in ${table} any more, or the account may not read it.`)
  const isClosed = record.state === closed
  const isOurs = attempt.result.known?.close_code !== undefined
  if (isClosed && record.close_code === code && !isOurs) return done(`ServiceNow already has it closed as ${code}.`)
  if (!isClosed && !(await attempt.api.nextStates(id)).includes(closed)) {
    throw new NotYetWritten(
      `The change is in the state ${String(record.state)} in ServiceNow, and cannot be closed from it yet.`,
    )
  }
  const notes = (max?: number) => summariseReview(written, max)
  const result = await writeFields(attempt, {
    table,
    id,
    wanted: { state: closed, close_code: code, [notesField]: notes() },
    replaceable: ['state'],
    shorten: (field, max) => (field === notesField ? notes(max) : undefined),
  })
  return result.status === 'done' ? done(`Closed as ${describePirOutcome(written.change).toLowerCase()}.`) : result
}
