import { eq, inArray } from 'drizzle-orm'
import type { ProgressStep } from '#lib/domain/review/review-labels.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { readProgress } from '#server/reviews/record/completeness.ts'
import { listStepsByReference } from '#server/reviews/record/queries.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'

/**
 * Finds the step that a user should open in each review, by its reference: the step to which it was sent back, else the
 * first step of the full form with a missing part, else the sign-off.
 */
export async function findOpenSteps(
  db: Queryable,
  references: readonly string[],
): Promise<ReadonlyMap<string, ProgressStep>> {
  if (references.length === 0) return new Map()
  const rows = await db
    .select({ row: reviews, change: changeColumns })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(inArray(reviews.reference, [...references]))
  const steps = await listStepsByReference(db, references)
  const progress = await readProgress(
    db,
    rows.map(({ row, change }) => ({ row, change, steps: steps.get(row.reference) ?? [] })),
  )
  const sentBack = new Map(rows.map(({ row }) => [row.reference, row.returned?.step]))
  return new Map(
    [...progress].map(([reference, all]) => [
      reference,
      sentBack.get(reference) ?? all.find((one) => !one.isDone)?.step ?? 'sign_off',
    ]),
  )
}
