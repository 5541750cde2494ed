import { and, eq, sql } from 'drizzle-orm'
import { voteActions } from '#lib/actions/record-actions.ts'
import type { ArticleVotes } from '#lib/contracts/app/article-votes.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { getActingAccount } from '#server/platform/auth/acting-account.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { articles, articleVotes } from '#server/schema/articles.ts'
import { changes } from '#server/schema/changes.ts'

type VoteKey = { readonly id: string; readonly changeNumber?: string | undefined }

/** Counts the votes on an article and returns the caller's own, for a change or without one. Throws `not_found`. */
export async function getArticleVotes(ctx: Context, { id, changeNumber = '' }: VoteKey): Promise<ArticleVotes> {
  const voter = ctx.actor.kind === 'account' ? ctx.actor.email : null
  const isMine = sql`${articleVotes.voter} = ${voter} and ${articleVotes.changeNumber} = ${changeNumber}`
  const [row] = await ctx.db
    .select({
      useful: sql<number>`(count(*) filter (where ${articleVotes.isUseful}))::int`,
      not_useful: sql<number>`(count(*) filter (where not ${articleVotes.isUseful}))::int`,
      mine: sql<boolean | null>`bool_or(${articleVotes.isUseful}) filter (where ${isMine})`,
    })
    .from(articles)
    .leftJoin(articleVotes, eq(articleVotes.articleId, articles.id))
    .where(eq(articles.id, id))
    .groupBy(articles.id)
  if (!row) throw notFound('article', id)
  return row
}

/** Records whether an article was useful, replacing the previous vote. Throws `not_found`, `invalid_parameter`. */
export async function voteOnArticle(
  ctx: Context,
  { id, changeNumber, isUseful }: VoteKey & { readonly isUseful: boolean },
): Promise<ArticleVotes> {
  return writeVote(ctx, { id, changeNumber }, isUseful)
}

/** Withdraws the caller's vote, if there is one. Throws `not_found`. */
export async function withdrawArticleVote(ctx: Context, vote: VoteKey): Promise<ArticleVotes> {
  return writeVote(ctx, vote, null)
}

async function writeVote(ctx: Context, vote: VoteKey, isUseful: boolean | null): Promise<ArticleVotes> {
  const { email: voter } = getActingAccount(ctx)
  const key = { articleId: vote.id, voter, changeNumber: vote.changeNumber ?? '' }
  return inTransaction(ctx, async (tx) => {
    // Locked so that the history records two votes of one person one after the other.
    const rows = await tx.db.select({ id: articles.id }).from(articles).where(eq(articles.id, vote.id)).for('update')
    if (rows.length === 0) throw notFound('article', vote.id)
    if (isUseful !== null) await assertChange(tx, vote.changeNumber)
    const before = await getArticleVotes(tx, vote)
    if (before.mine === isUseful) return before
    if (isUseful === null) {
      await tx.db
        .delete(articleVotes)
        .where(
          and(
            eq(articleVotes.articleId, key.articleId),
            eq(articleVotes.voter, voter),
            eq(articleVotes.changeNumber, key.changeNumber),
          ),
        )
    } else {
      const vote = { isUseful, votedAt: ctx.now.toISOString() }
      await tx.db
        .insert(articleVotes)
        .values({ ...key, ...vote })
        .onConflictDoUpdate({
          target: [articleVotes.articleId, articleVotes.voter, articleVotes.changeNumber],
          set: vote,
        })
    }
    const action = before.mine === null ? 'create' : isUseful === null ? 'delete' : 'update'
    const recorded = (value: boolean | null) => ({ is_useful: value })
    const change = vote.changeNumber === undefined ? {} : { change_number: { from: null, to: vote.changeNumber } }
    await recordEvent(tx, voteActions[action], vote.id, {
      ...listDifferences(recorded(before.mine), recorded(isUseful)),
      ...change,
    })
    return getArticleVotes(tx, vote)
  })
}

async function assertChange({ db }: Context, number: string | undefined): Promise<void> {
  if (number === undefined) return
  const rows = await db.select({ number: changes.number }).from(changes).where(eq(changes.number, number))
  if (rows.length === 0) throw invalidField('change_number', 'body', 'must be the number of a known change')
}
