import { randomBytes } from 'node:crypto'
import { and, count, eq, sql } from 'drizzle-orm'
import { questionActions } from '#lib/actions/record-actions.ts'
import type { askRequester as contract } from '#lib/contracts/app/review-discussion.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { mayBeAsked } from '#lib/domain/review/requester-replies.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { type Context, getActingAccount, type TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { requesterQuestions, reviews } from '#server/schema/reviews.ts'
import { getDiscussed } from './get-discussed.ts'
import { hashSecret, presentQuestion, type QuestionRow } from './requester-questions.ts'

type Discussed = Awaited<ReturnType<typeof getDiscussed>>

const maxQuestions = 20
const millisecondsOfDay = 86_400_000

/** A secret of 256 random bits: anyone with the link may reply. */
const createLinkSecret = () => randomBytes(32).toString('base64url')

/**
 * Asks the requester by mail with a link, where mail is on, and by a notification, where the requester has an account.
 * The asker never gets the link. Throws `not_found`, `invalid_parameter` for a requester with a part in the review, and
 * `conflict` when the question cannot reach anybody or the review has reached its limit of questions.
 */
export async function askRequester(
  ctx: Context,
  reference: string,
  input: BodyOf<typeof contract>,
  { isMailOn }: { isMailOn: boolean },
): Promise<ResponseOf<typeof contract>> {
  const asker = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    const discussed = await getDiscussed(tx, reference)
    const { reviewer, implementer } = discussed
    if (!mayBeAsked({ requester: input.requester, askedBy: asker.email, reviewer, implementer })) {
      throw invalidField('requester', 'body', 'must be someone who neither asks, reviews nor implemented the change')
    }
    const hasAccount = await isAccount(tx.db, input.requester)
    if (!isMailOn && !hasAccount) {
      throw new AppError(
        'conflict',
        `The question cannot reach ${input.requester}: mail is not set up and they have no account here. An administrator can set up mail or create an account.`,
      )
    }
    await assertRoomForQuestion(tx.db, reference)
    const secret = createLinkSecret()
    const row: QuestionRow = {
      id: newId('qst', ctx.now),
      reference,
      requester: input.requester,
      question: input.question,
      askedBy: asker.email,
      askedByName: asker.name,
      askedAt: ctx.now.toISOString(),
      secretHash: hashSecret(secret),
      expiresAt: new Date(ctx.now.getTime() + input.valid_days * millisecondsOfDay).toISOString(),
      answer: null,
      remark: null,
      answeredAt: null,
      answeredThrough: null,
    }
    await tx.db.insert(requesterQuestions).values(row)
    await recordEvent(tx, questionActions.create, row.id, {
      reference: { from: null, to: reference },
      requester: { from: null, to: row.requester },
      question: { from: null, to: row.question },
    })
    if (isMailOn) await mailQuestion(tx, discussed, row, secret)
    if (hasAccount) {
      await notifyAll(tx, questionActions.create.notifies({ review: discussed, question: row, isMailed: isMailOn }))
    }
    const names = await findPeopleNames(tx.db, [row.requester])
    return { question: presentQuestion(row, names), is_mailed: isMailOn, is_notified: hasAccount }
  })
}

async function isAccount(tx: Transaction, email: string): Promise<boolean> {
  const matching = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(sql`lower(${accounts.email})`, email.toLowerCase()), isPresent(accounts)))
  return matching.length > 0
}

async function assertRoomForQuestion(tx: Transaction, reference: string): Promise<void> {
  // Locked so that concurrent questions are counted one after the other.
  await tx.select({ reference: reviews.reference }).from(reviews).where(eq(reviews.reference, reference)).for('update')
  const [counted] = await tx
    .select({ questions: count() })
    .from(requesterQuestions)
    .where(eq(requesterQuestions.reference, reference))
  if ((counted?.questions ?? 0) >= maxQuestions) {
    throw new AppError('conflict', `The review has reached the limit of ${maxQuestions} questions.`)
  }
}

const mailQuestion = (ctx: TxContext, { number, title }: Discussed, row: QuestionRow, secret: string) =>
  queueMail(ctx, [
    {
      recipient: row.requester,
      topic: 'question',
      subject: `Did it work for you? ${title}`,
      content: {
        lead: `${row.askedByName} reviews the change ${number}, ${title}, and asks you: ${row.question}`,
        action: { label: `Answer until ${row.expiresAt.slice(0, 10)}`, path: pagePaths.answer(secret) },
      },
    },
  ])
