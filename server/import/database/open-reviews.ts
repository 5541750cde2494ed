import { escapeIdentifier } from 'pg'
import type { Target, TargetColumn } from '#server/import/targets/target.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { wasLiveSql } from '#server/reviews/policy/open-marked-review.ts'
import { stagingTable } from './staging-table.ts'

/** Lists the review fields of changes that the import of a person or a token may not write if `isProtected` holds. */
export const listProtectedColumns = ({ columns }: Target, { kind }: ActorName): readonly TargetColumn[] =>
  kind === 'account' || kind === 'token' ? columns.filter(({ isReviewField }) => isReviewField) : []

/** SQL that is true if the change `c` has a review of any status, or a decision of the policy. */
const hasReview = `exists (select from reviews v where v.change_number = c.number)
  or exists (select from policy_decisions d where d.change_number = c.number)`

/**
 * Builds SQL that is true if the author of an import may not write the review fields of the change in row `s`, because
 * it is or was to be reviewed in Hindsight. A person may write them only for a change that was closed when it was
 * imported.
 */
export const isProtected = ({ kind }: ActorName): string =>
  kind === 'account'
    ? `(${wasLiveSql('s')} or exists (select from changes c where c.number = s.number
        and (${hasReview} or c.state <> 'closed')))`
    : `exists (select from changes c where c.number = s.number and (${hasReview}))`

/** The changes whose review fields an import leaves as they are. */
export type ProtectedChanges = { readonly count: number; readonly first: readonly string[] }
/** Maximum changes that a remark names. */
const maxNamed = 50

/**
 * Builds SQL that finds the changes whose rows have other values for protected columns; undefined if the target has
 * none.
 */
export function selectProtectedChanges(target: Target, actor: ActorName): string | undefined {
  const columns = listProtectedColumns(target, actor)
  if (columns.length === 0) return undefined
  const differs = columns.map((column) => {
    const name = escapeIdentifier(column.name)
    return `coalesce(c.${name}, ${getEmptyValue(column)}) is distinct from s.${name}`
  })
  return `with found as materialized (select distinct s.number
      from ${stagingTable} s left join changes c on c.number = s.number
      where (${differs.join(' or ')}) and ${isProtected(actor)})
    select (select count(*)::int from found) as count,
      array(select number from found order by number limit ${maxNamed}) as first`
}

/** Returns SQL for the value of a protected column in a new record. */
export const getEmptyValue = ({ type }: TargetColumn) => (type === 'boolean' ? 'false' : `null`)

/** Describes the protected changes, and why their review fields stay. */
export function describeProtected({ count, first }: ProtectedChanges): string[] {
  if (count === 0) return []
  const changes = `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`
  const more = count > first.length ? ` and ${(count - first.length).toLocaleString('en')} more` : ''
  return [
    `The review fields (pir_…) of ${changes} stay as they are: ${first.join(', ')}${more}. Hindsight reviews a change that is not closed, was not closed when it came, or has a review or a decision about one; a person completes that review, not an import.`,
  ]
}
