import { and, gt, isNull } from 'drizzle-orm'
import { questionActions } from '#lib/actions/record-actions.ts'
import type { answerRequesterQuestion as contract } from '#lib/contracts/app/review-discussion.ts'
import type { BodyOf } from '#lib/contracts/endpoint.ts'
import { replyLabels } from '#lib/domain/review/requester-replies.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { requesterQuestions } from '#server/schema/reviews.ts'
import { getDiscussed } from './get-discussed.ts'
import { getQuestionOfLink, isQuestionOfLink } from './requester-questions.ts'

/**
 * Answers a question once. Throws `not_found`, `conflict` when it is already answered or has expired, and `forbidden`
 * for a signed-in person who asked it, reviews or implemented the change.
 */
export async function answerRequesterQuestion(
  ctx: Context,
  key: string,
  { answer, remark }: BodyOf<typeof contract>,
): Promise<{ answered_at: string }> {
  const answeredAt = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    const { requester, isRefused } = await getQuestionOfLink(tx, key)
    if (isRefused) {
      throw new AppError(
        'forbidden',
        `Only ${requester} can answer this question: the asker, the reviewer and the implementer of the change cannot.`,
      )
    }
    const isSignedIn = ctx.actor.kind === 'account' && ctx.actor.email.toLowerCase() === requester.toLowerCase()
    const answeredThrough = isSignedIn ? ('account' as const) : ('link' as const)
    const [row] = await tx.db
      .update(requesterQuestions)
      .set({ answer, remark, answeredAt, answeredThrough })
      .where(
        and(isQuestionOfLink(tx, key), isNull(requesterQuestions.answer), gt(requesterQuestions.expiresAt, answeredAt)),
      )
      .returning()
    if (!row) {
      const { state } = await getQuestionOfLink(tx, key)
      const why = state === 'expired' ? 'This link has expired.' : 'This question has been answered.'
      throw new AppError('conflict', `${why} Ask the reviewer for a new link if you have more to say.`)
    }
    const byLink = { kind: 'anonymous', id: row.id, name: row.requester } as const
    await recordEvent(isSignedIn ? tx : { ...tx, actor: byLink }, questionActions.answered, row.id, {
      answer: { from: null, to: answer },
      remark: { from: null, to: remark },
      answered_through: { from: null, to: answeredThrough },
    })
    const review = await getDiscussed(tx, row.reference)
    const names = await findPeopleNames(tx.db, [row.requester])
    const name = names.of(row.requester) ?? row.requester
    const reply = replyLabels[answer]
    await notifyAll(tx, questionActions.answered.notifies({ review, question: row, name, reply, remark }))
    return { answered_at: answeredAt }
  })
}
