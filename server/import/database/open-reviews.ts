import { type SQL, sql } from 'drizzle-orm'
import type { Target, TargetColumn } from '#server/import/targets/target.ts'
import type { ActorName } from '#server/platform/runtime/context.ts'
import { wasLiveSql } from '#server/reviews/policy/open-marked-review.ts'
import { changes } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { joinSql } from './history-statements.ts'
import { staged, stagedRows } from './staging.ts'

/** Lists the review fields of changes that the import of a person or a token may not write if `isProtected` holds. */
export const listProtectedColumns = ({ columns }: Target, { kind }: ActorName): readonly TargetColumn[] =>
  kind === 'account' || kind === 'token' ? columns.filter(({ isReviewField }) => isReviewField) : []

/** True if a change has a review of any status, or a decision of the policy. */
const hasReview = sql`exists (select from ${reviews} where ${reviews.changeNumber} = ${changes.number})
  or exists (select from ${policyDecisions} where ${policyDecisions.changeNumber} = ${changes.number})`

/**
 * True if the author of an import may not write the review fields of the change in the row `staged`, because it is or
 * was to be reviewed in Hindsight. A person may write them only for a change that was closed when it was imported.
 */
export const isProtected = ({ kind }: ActorName): SQL => {
  const isOf = (condition: SQL) =>
    sql`exists (select from ${changes} where ${changes.number} = staged.number and (${condition}))`
  return kind === 'account'
    ? sql`(${sql.raw(wasLiveSql('staged'))} or ${isOf(sql`${hasReview} or ${changes.state} <> 'closed'`)})`
    : isOf(hasReview)
}

export type ProtectedChanges = { readonly count: number; readonly first: readonly string[] }
const maxNamed = 50

/**
 * Selects the changes whose rows have other values for protected columns; undefined if the target has none.
 */
export function selectProtectedChanges(target: Target, actor: ActorName): SQL | undefined {
  const columns = listProtectedColumns(target, actor)
  if (columns.length === 0) return undefined
  const differs = columns.map(
    (column) => sql`coalesce(${column.column}, ${getEmptyValue(column)}) is distinct from ${staged(column.name)}`,
  )
  return sql`with found as materialized (select distinct staged.number
      from ${stagedRows} staged left join ${changes} on ${changes.number} = staged.number
      where (${joinSql(differs, sql` or `)}) and ${isProtected(actor)})
    select (select count(*)::int from found) as count,
      array(select number from found order by number limit ${maxNamed}) as first`
}

/** Returns the value of a protected column in a new record. */
export const getEmptyValue = ({ type }: TargetColumn): SQL => (type === 'boolean' ? sql`false` : sql`null`)

export function describeProtected({ count, first }: ProtectedChanges): string[] {
  if (count === 0) return []
  const stayingChanges = `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}`
  const more = count > first.length ? ` and ${(count - first.length).toLocaleString('en')} more` : ''
  return [
    `The review fields (pir_…) of ${stayingChanges} stay as they are: ${first.join(', ')}${more}. Hindsight reviews a change that is not closed, was not closed when it came, or has a review or a decision about one; a person completes that review, not an import.`,
  ]
}
