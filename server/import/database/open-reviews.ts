import { escapeIdentifier } from 'pg'
import type { ActorName } from '#server/platform/runtime/context.ts'
import type { Target, TargetColumn } from '../targets/target.ts'
import { stagingTable } from './staging.ts'

/** The review fields of changes that the import of a person leaves as they are while the review is to be made here. */
export const protectedColumns = ({ columns }: Target, actor: ActorName): readonly TargetColumn[] =>
  actor.kind === 'account' ? columns.filter(({ isReviewField }) => isReviewField) : []

/** Whether the change of the row `s` is not closed, in the file or before, or has an open review. */
export const isUnderReview = `(s.state <> 'closed' or exists (select from changes c where c.number = s.number
  and (c.state <> 'closed' or exists (select from reviews v
    where v.change_number = c.number and v.status not in ('completed', 'waived')))))`

/** SQL that counts the changes whose rows have other values for protected columns; undefined if there are none. */
export function protectedCount(target: Target, actor: ActorName): string | undefined {
  const columns = protectedColumns(target, actor)
  if (columns.length === 0) return undefined
  const differs = columns.map((column) => {
    const name = escapeIdentifier(column.name)
    return `coalesce(c.${name}, ${emptyValue(column)}) is distinct from s.${name}`
  })
  return `select count(distinct s.number)::int as count
    from ${stagingTable} s left join changes c on c.number = s.number
    where (${differs.join(' or ')}) and ${isUnderReview}`
}

/** The value of a protected column in a new record. */
export const emptyValue = ({ type }: TargetColumn) => (type === 'boolean' ? 'false' : `null`)

export const protectedRemarks = (count: number): string[] =>
  count === 0
    ? []
    : [
        `The review fields (pir_…) of ${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'} stay as they are: the change is not closed or its review is open, and a person completes a review in Hindsight, not by an import.`,
      ]
