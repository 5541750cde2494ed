import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { closeCodeLabels } from '#lib/domain/policy/change-words.ts'
import { capitalise } from '#lib/text/first-letter.ts'

export type ClosedChange = Pick<ChangeRecord, 'close_code' | 'close_notes'>

/** Close code and close notes: the implementer's statement, not the outcome of a review. */
export const listCloseFacts = ({ close_code: code, close_notes: notes }: ClosedChange) => [
  ...(code ? [{ label: 'Closed as', text: capitalise(closeCodeLabels[code]), isWide: notes !== null }] : []),
  ...(notes ? [{ label: 'Close notes', text: notes, isWide: true }] : []),
]
