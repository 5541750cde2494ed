import type { Piece } from '#lib/actions/action.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { getFieldNoun } from './field-labels.ts'
import { describeFieldValue, isBlank } from './value-labels.ts'

export type FieldChange = {
  readonly field: string
  readonly noun: string
  readonly from: unknown
  readonly to: unknown
  /** Null for a value that is too long for a sentence. */
  readonly before: Piece[] | null
  readonly after: Piece[] | null
}

const hidden = '(hidden)'

export const isHidden = ({ from, to }: FieldChange): boolean => from === hidden && to === hidden

export const listFieldChanges = ({ changes, names }: Pick<HistoryEvent, 'changes' | 'names'>): FieldChange[] =>
  Object.entries(changes).map(([field, { from, to }]) => ({
    field,
    noun: getFieldNoun(field),
    from,
    to,
    before: describeFieldValue(field, from, names),
    after: describeFieldValue(field, to, names),
  }))

/** Describes a short change at the end of a sentence: ` from Successful to Failed`; null for a long one. */
export function describeDifference(change: FieldChange): Piece[] | null {
  const { from, to, before, after } = change
  if (isHidden(change)) return []
  if (before === null || after === null) return null
  if (isBlank(from)) return [' to ', ...after]
  if (isBlank(to)) return [', which was ', ...before]
  return [' from ', ...before, ' to ', ...after]
}
