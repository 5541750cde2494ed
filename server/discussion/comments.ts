import { and, asc, eq, isNull } from 'drizzle-orm'
import { commentActions } from '#lib/actions/record-actions.ts'
import { Comment, type addComment as contract } from '#lib/contracts/app/review-discussion.ts'
import { type BodyOf, hasRole } from '#lib/contracts/endpoint.ts'
import { findMentions, type Mentionable } from '#lib/domain/people/mentions.ts'
import { sortByName } from '#lib/text/sort-by-name.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { attachments, reviewComments } from '#server/schema/reviews.ts'
import { assertRoom, getDiscussed } from './requester-questions.ts'

type CommentRow = typeof reviewComments.$inferSelect

/** Maximum number of comments on one review. */
const maxComments = 500

const ofReview = (reference: string) => and(eq(reviewComments.reference, reference), isNull(reviewComments.deletedAt))

/** Lists the comments on a review, oldest first, and the people who can be mentioned. Throws `not_found`. */
export async function listComments(ctx: Context, reference: string) {
  await getDiscussed(ctx, reference)
  const [result, people] = await Promise.all([listCommentsOnReview(ctx, reference), listMentionable(ctx.db)])
  return { result, people }
}

/** Lists the comments on an existing review, oldest first. */
export async function listCommentsOnReview({ db }: Context, reference: string): Promise<Comment[]> {
  const rows = await db
    .select()
    .from(reviewComments)
    .where(ofReview(reference))
    .orderBy(asc(reviewComments.createdAt), asc(reviewComments.id))
  return rows.map(presentComment)
}

/**
 * Comments on a review or on one of its fields. Notifies the people mentioned, the reviewer and everyone who commented
 * before. Throws `not_found`, and `conflict` when the review has reached its limit of comments.
 */
export async function addComment(
  ctx: Context,
  reference: string,
  { body, field }: BodyOf<typeof contract>,
): Promise<Comment> {
  const author = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    const review = await getDiscussed(tx, reference)
    await assertRoom(tx.db, reviewComments, reference, maxComments, 'This review', 'comments')
    const mentioned = findMentions(body, await listMentionable(tx.db))
    const row: CommentRow = {
      id: newId('cmt', ctx.now),
      reference,
      field: field ?? null,
      author: author.email,
      authorName: author.name,
      body,
      mentions: mentioned.map(({ email }) => email),
      createdAt: ctx.now.toISOString(),
      editedAt: null,
      deletedAt: null,
    }
    await tx.db.insert(reviewComments).values(row)
    const entry = listDifferences({}, { reference, body, ...(field && { field }) })
    await recordEvent(tx, commentActions.create, row.id, entry)
    const earlier = await listAuthors(tx.db, reference)
    await notifyAll(tx, commentActions.create.notifies({ review, comment: row, mentioned: row.mentions, earlier }))
    return presentComment(row)
  })
}

/** Edits a comment of the caller and notifies new people. Throws `not_found`, and `forbidden` for that of another. */
export async function editComment(ctx: Context, id: string, { body }: { body: string }): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockComment(tx.db, id)
    if (before.author !== getActingAccount(tx).email) {
      throw new AppError('forbidden', `This comment is ${before.authorName}’s; only they can edit it.`)
    }
    if (before.body === body) return presentComment(before)
    const mentions = findMentions(body, await listMentionable(tx.db)).map(({ email }) => email)
    const editedAt = ctx.now.toISOString()
    await tx.db.update(reviewComments).set({ body, mentions, editedAt }).where(eq(reviewComments.id, id))
    await recordEvent(tx, commentActions.update, id, { body: { from: before.body, to: body } })
    const after = { ...before, body, mentions, editedAt }
    const mentioned = mentions.filter((email) => !before.mentions.includes(email))
    const review = await getDiscussed(tx, before.reference)
    await notifyAll(tx, commentActions.update.notifies({ review, comment: after, mentioned }))
    return presentComment(after)
  })
}

/** Deletes a comment with its attachments. Throws `not_found`, and `forbidden` for that of another, but to admins. */
export async function deleteComment(ctx: Context, id: string): Promise<void> {
  const caller = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const { author, authorName, reference, body } = await lockComment(tx.db, id)
    if (author !== caller.email && !hasRole(caller.role, 'admin')) {
      throw new AppError('forbidden', `This comment is ${authorName}’s; only they or an admin can delete it.`)
    }
    const at = ctx.now.toISOString()
    await tx.db.update(reviewComments).set({ deletedAt: at }).where(eq(reviewComments.id, id))
    await tx.db
      .update(attachments)
      .set({ removedAt: at })
      .where(and(eq(attachments.commentId, id), isNull(attachments.removedAt)))
    await recordEvent(tx, commentActions.delete, id, listRemovedFields({ reference, body }))
  })
}

/** A comment, locked until the transaction ends. Throws `not_found`. */
export async function lockComment(tx: Transaction, id: string): Promise<CommentRow> {
  const [row] = await tx
    .select()
    .from(reviewComments)
    .where(and(eq(reviewComments.id, id), isNull(reviewComments.deletedAt)))
    .for('update')
  if (!row) throw notFound('comment', id)
  return row
}

async function listMentionable(db: Queryable): Promise<Mentionable[]> {
  const people = await db
    .select({ name: accounts.name, email: accounts.email, id: accounts.id })
    .from(accounts)
    .where(isPresent(accounts))
  return sortByName(people).map(({ name, email }) => ({ name, email }))
}

async function listAuthors(tx: Transaction, reference: string): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ author: reviewComments.author })
    .from(reviewComments)
    .where(ofReview(reference))
  return rows.map(({ author }) => author)
}

const presentComment = (row: CommentRow): Comment => toRecord(reviewComments, row, Comment.keyof().options)
