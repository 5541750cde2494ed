import { hash } from 'node:crypto'
import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { mayBeAsked, mayReply } from '#lib/domain/review/requester-replies.ts'
import { findPeopleNames, type PeopleNames } from '#server/people/names.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { requesterQuestions } from '#server/schema/reviews.ts'
import { getDiscussed } from './get-discussed.ts'

export type QuestionRow = typeof requesterQuestions.$inferSelect

export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/**
 * Lists the questions of a review with their answers, newest first. Also returns the requester of its change, if the
 * caller can ask them. Throws `not_found`.
 */
export async function listRequesterQuestions(
  ctx: Context,
  reference: string,
): Promise<{ result: RequesterQuestion[]; requester: string | null }> {
  const { requester, reviewer, implementer } = await getDiscussed(ctx, reference)
  const askedBy = ctx.actor.kind === 'account' ? ctx.actor.email : ''
  const isAskable = requester !== null && mayBeAsked({ requester, askedBy, reviewer, implementer })
  const rows = await ctx.db
    .select()
    .from(requesterQuestions)
    .where(eq(requesterQuestions.reference, reference))
    .orderBy(desc(requesterQuestions.askedAt), desc(requesterQuestions.id))
  const names = await findPeopleNames(
    ctx.db,
    rows.map((row) => row.requester),
  )
  return { result: rows.map((row) => presentQuestion(row, names)), requester: isAskable ? requester : null }
}

/** Condition for the question of a link. Its requester, when signed in, also finds it by its identifier. */
export function isQuestionOfLink({ actor }: Context, key: string) {
  const bySecret = eq(requesterQuestions.secretHash, hashSecret(key))
  if (actor.kind !== 'account') return bySecret
  const isOwn = eq(sql`lower(${requesterQuestions.requester})`, actor.email.toLowerCase())
  return or(bySecret, and(eq(requesterQuestions.id, key), isOwn))
}

/** Reads the question of a link for its page. Throws `not_found` for a link that was never sent. */
export async function getQuestionOfLink(ctx: Context, key: string) {
  const [row] = await ctx.db.select().from(requesterQuestions).where(isQuestionOfLink(ctx, key))
  if (!row) throw new AppError('not_found', 'This link is unknown. Copy the whole link from the message.')
  const { answer, expiresAt, question, requester, askedBy, askedByName } = row
  const { number, title, reviewer, implementer } = await getDiscussed(ctx, row.reference)
  const state = answer !== null ? ('answered' as const) : expiresAt <= ctx.now.toISOString() ? 'expired' : 'open'
  const isRefused = ctx.actor.kind === 'account' && !mayReply(ctx.actor, { requester, askedBy, reviewer, implementer })
  return { state, isRefused, question, requester, askedByName, expiresAt, number, title }
}

export const presentQuestion = (row: QuestionRow, names: PeopleNames): RequesterQuestion => ({
  id: row.id,
  reference: row.reference,
  requester: row.requester,
  requester_name: names.of(row.requester),
  question: row.question,
  asked_by_name: row.askedByName,
  asked_at: row.askedAt,
  expires_at: row.expiresAt,
  answer: row.answer,
  remark: row.remark,
  answered_at: row.answeredAt,
  answered_through: row.answeredThrough,
})
