import { eq } from 'drizzle-orm'
import { articleActions } from '#lib/actions/record-actions.ts'
import type { Article, ArticlePatch, NewArticle } from '#lib/contracts/articles.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import { notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { applyPatch } from '#server/platform/patched.ts'
import { type Context, getToday } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { articles } from '#server/schema/articles.ts'
import { articleColumns, presentArticle, type VersionedArticle } from './columns.ts'

/** Publishes an article. By default `metadata.created` is today and `metadata.author` the name of the actor. */
export async function createArticle(ctx: Context, input: NewArticle): Promise<VersionedArticle> {
  const at = ctx.now.toISOString()
  const blank: Article['metadata'] = {
    source_change: null,
    article_type: null,
    source_pir: null,
    category: null,
    subcategory: null,
    polarity: null,
    tags: [],
    technologies: [],
    created: getToday(ctx),
    author: ctx.actor.name,
  }
  const metadata = applyPatch(blank, input.metadata ?? {})
  const own = { id: newId('kb', ctx.now), content: input.content, origin: 'entry', createdAt: at, updatedAt: at }
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .insert(articles)
      .values({ ...recordValues(articles, metadata), ...own } as typeof articles.$inferInsert)
      .returning(articleColumns)
    if (!row) throw new Error('The article was not stored.')
    await recordEvent(tx, articleActions.create, row.id, listDifferences({}, { content: row.content, metadata }))
    return presentArticle(row)
  })
}

/** Updates the given text and metadata of an article. Throws `not_found` and `precondition_failed`. */
export async function updateArticle(
  ctx: Context,
  id: string,
  patch: ArticlePatch,
  expectedVersions?: readonly number[],
): Promise<VersionedArticle> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select(articleColumns).from(articles).where(eq(articles.id, id)).for('update')
    if (!row) throw notFound('article', id)
    const before = presentArticle(row)
    assertVersion(before.version, expectedVersions)
    const content = patch.content ?? before.content
    const metadata = applyPatch(before.metadata, patch.metadata ?? {})
    const changed = listDifferences({ content: before.content, ...before.metadata }, { content, ...metadata })
    if (Object.keys(changed).length === 0) return before
    const [after] = await tx.db
      .update(articles)
      .set({
        content,
        ...recordValues(articles, metadata),
        version: before.version + 1,
        updatedAt: ctx.now.toISOString(),
      })
      .where(eq(articles.id, id))
      .returning(articleColumns)
    await recordEvent(tx, articleActions.update, id, changed)
    return after ? presentArticle(after) : before
  })
}
