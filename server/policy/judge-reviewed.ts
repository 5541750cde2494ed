import { eq } from 'drizzle-orm'
import type { ReviewFormValues } from '#lib/domain/review-forms.ts'
import { judgeChange, type OwedReview, type PolicyRule } from '#lib/domain/review-policy.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors.ts'
import { changes } from '#server/schema/changes.ts'
import { findLinkedIncidents, type JudgedRow, judgedColumns } from './judged-changes.ts'
import { readRules } from './rules.ts'

/**
 * What the policy requires by current knowledge, whatever the state of the change: the record, the incidents that name it
 * or that its review confirmed, and the end of the work that the review states where the record has none.
 */
export async function judgeReviewed(
  db: Queryable,
  number: string,
  forms: ReviewFormValues,
  rules?: readonly PolicyRule[],
): Promise<OwedReview | null> {
  const change = await getJudged(db, number)
  const incidents = (await findLinkedIncidents(db, [number])).get(number) ?? []
  const actual_end = change.actual_end ?? forms.plan.actual_end
  return judgeChange({ ...change, actual_end, incidents }, rules ?? (await readRules(db)))
}

/** Throws `not_found`. */
export async function getJudged(db: Queryable, number: string): Promise<JudgedRow> {
  const [row] = await db.select(judgedColumns).from(changes).where(eq(changes.number, number))
  if (!row) throw notFound('change', number)
  return row
}
