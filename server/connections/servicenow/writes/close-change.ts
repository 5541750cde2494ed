import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { type Attempt, done, failed, NotYetWritten, type WriteOutcome } from './attempt.ts'
import { describePirOutcome, summariseReview, type WrittenReview } from './review-comments.ts'
import { writeFields } from './write-fields.ts'

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
