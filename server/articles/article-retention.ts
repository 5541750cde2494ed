import { and, inArray, lt, sql } from 'drizzle-orm'
import { clearEntries, isToBeWritten, recordDeletions } from '#server/history/delete-records.ts'
import { type Retention, unless } from '#server/platform/retention.ts'
import { articles } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { reviewSteps } from '#server/schema/reviews.ts'

/** Articles whose source change is still recorded. */
const hasChange = sql`exists (select from ${changes}
  where ${numberKeySql(changes.number)} = ${numberKeySql(articles.sourceChange)} and not ${changes.isStub})`

/** Articles that a recorded review published. */
const isPublished = sql`exists (select from ${reviewSteps},
  jsonb_path_query(${reviewSteps.form}::jsonb, '$.drafts[*].article_id') published (id)
  where ${reviewSteps.step} = 'lessons' and published.id #>> '{}' = ${articles.id})`

/** Articles that nobody changed during the period, and that no recorded change or review refers to. */
export const articleRetention: Retention = {
  setting: 'article_retention_days',
  key: articles.id,
  isDeletable: (before) =>
    and(lt(articles.updatedAt, before), unless(hasChange, isPublished, isToBeWritten('article', articles.id))),
  async remove(ctx, ids, days) {
    await clearEntries(ctx, { article: ids, article_vote: ids })
    await ctx.db.delete(articles).where(inArray(articles.id, [...ids]))
    await recordDeletions(ctx, 'article', ids, days)
  },
}
