import { and, eq, sql } from 'drizzle-orm'
import { articleActions } from '#lib/actions/record-actions.ts'
import { listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { articles } from '#server/schema/articles.ts'
import { reviewSteps } from '#server/schema/reviews.ts'
import { articleColumns, presentArticle } from './columns.ts'

/**
 * Deletes an article; its last values stay in the history. Throws `not_found`, `precondition_failed`,
 * and `conflict` for the published lesson of a review.
 */
export async function deleteArticle(
  ctx: Context,
  id: string,
  expectedVersions: readonly number[] | undefined,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select(articleColumns).from(articles).where(eq(articles.id, id)).for('update')
    if (!row) throw notFound('article', id)
    const { content, metadata, version } = presentArticle(row)
    assertVersion(version, expectedVersions)
    const publishes = sql`jsonb_path_exists(${reviewSteps.form}::jsonb, '$.drafts[*] ? (@.article_id == $id)',
      jsonb_build_object('id', ${id}::text))`
    const [lesson] = await tx.db
      .select({ reference: reviewSteps.reference })
      .from(reviewSteps)
      .where(and(eq(reviewSteps.step, 'lessons'), publishes))
      .limit(1)
    if (lesson) throw new AppError('conflict', `${id} is the published lesson of the review ${lesson.reference}.`)
    await tx.db.delete(articles).where(eq(articles.id, id))
    await recordEvent(tx, articleActions.delete, id, listRemovedFields({ content, ...metadata }))
  })
}
