import { hash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { questionActions } from '#lib/actions/record-actions.ts'
import {
  type askRequester as askContract,
  type answerRequesterQuestion as contract,
  RequesterQuestion,
} from '#lib/contracts/app/review-discussion.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { listReplyAnswers, mayBeAsked, mayReply, replyLabels } from '#lib/review/requester-replies.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { findPeopleNames, type PeopleNames } from '#server/people/names.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { type Context, getActingAccount, type TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { requesterQuestions, type reviewComments, reviews } from '#server/schema/reviews.ts'

type QuestionRow = typeof requesterQuestions.$inferSelect

const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/**
 * Lists the questions of a review with their answers, newest first. Also returns the requester of its change, if the
 * caller can ask them. Throws `not_found`.
 */
export async function listRequesterQuestions(ctx: Context, reference: string) {
  const { requester, reviewer, implementer } = await getDiscussed(ctx, reference)
  const askedBy = ctx.actor.kind === 'account' ? ctx.actor.email : ''
  const isAskable = requester !== null && mayBeAsked({ requester, askedBy, reviewer, implementer })
  const rows = await ctx.db
    .select()
    .from(requesterQuestions)
    .where(eq(requesterQuestions.reference, reference))
    .orderBy(desc(requesterQuestions.askedAt), desc(requesterQuestions.id))
  const requesters = rows.map((row) => row.requester)
  const names = await findPeopleNames(ctx.db, requesters)
  return { result: rows.map((row) => presentQuestion(row, names)), requester: isAskable ? requester : null }
}

/** Condition for the question of a link. Its requester, when signed in, also finds it by its identifier. */
function isQuestionOfLink({ actor }: Context, key: string) {
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
  return {
    state,
    isRefused,
    question,
    requester,
    askedByName,
    expiresAt,
    number,
    title,
    isSecondLook: row.isSecondLook,
  }
}

const questionFields = RequesterQuestion.omit({ requester_name: true }).keyof().options

const presentQuestion = (row: QuestionRow, names: PeopleNames): RequesterQuestion => ({
  ...toRecord(requesterQuestions, row, questionFields),
  requester_name: names.of(row.requester),
})

/** The review under discussion, with the fields of its change that the discussion shows. Throws `not_found`. */
export async function getDiscussed(ctx: Context, reference: string) {
  const [row] = await ctx.db
    .select({
      reference: reviews.reference,
      reviewer: reviews.reviewer,
      number: reviews.changeNumber,
      title: changes.title,
      requester: changes.requestedBy,
      implementer: { assigned_to: changes.assignedTo, stated: reviews.implementer },
    })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(eq(reviews.reference, reference))
  if (!row) throw notFound('review', reference)
  return row
}

/**
 * Answers a question once. Throws `not_found`, `conflict` when it is already answered or has expired, and `forbidden`
 * for a signed-in person who asked it, reviews or implemented the change.
 */
export async function answerRequesterQuestion(ctx: Context, key: string, { answer, remark }: BodyOf<typeof contract>) {
  const answeredAt = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    const asked = await getQuestionOfLink(tx, key)
    const { requester, isRefused } = asked
    const offered = listReplyAnswers(asked)
    if (!offered.includes(answer)) throw invalidField('answer', 'body', `must be one of ${offered.join(', ')}`)
    if (isRefused) {
      throw new AppError(
        'forbidden',
        `Only ${requester} can answer this question: the asker, the reviewer and the implementer of the change cannot.`,
      )
    }
    const isSignedIn = ctx.actor.kind === 'account' && ctx.actor.email.toLowerCase() === requester.toLowerCase()
    const answeredThrough = isSignedIn ? ('account' as const) : ('link' as const)
    const isOpen = and(isNull(requesterQuestions.answer), gt(requesterQuestions.expiresAt, answeredAt))
    const [row] = await tx.db
      .update(requesterQuestions)
      .set({ answer, remark, answeredAt, answeredThrough })
      .where(and(isQuestionOfLink(tx, key), isOpen))
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

type Discussed = Awaited<ReturnType<typeof getDiscussed>>

const maxQuestions = 20

/**
 * Asks the requester by mail with a link, where mail is on, and by a notification, where the requester has an account.
 * The asker never gets the link. Throws `not_found`, `invalid_parameter` for a requester with a part in the review, and
 * `conflict` when the question cannot reach anybody or the review has reached its limit of questions.
 */
export async function askRequester(
  ctx: Context,
  reference: string,
  input: BodyOf<typeof askContract>,
  { isMailOn }: { isMailOn: boolean },
): Promise<ResponseOf<typeof askContract>> {
  const asker = getActingAccount(ctx)
  return inTransaction(ctx, async (tx) => {
    const review = await getDiscussed(tx, reference)
    const { reviewer, implementer } = review
    if (!mayBeAsked({ requester: input.requester, askedBy: asker.email, reviewer, implementer })) {
      throw invalidField('requester', 'body', 'must be someone who neither asks, reviews nor implemented the change')
    }
    await assertRoom(tx.db, requesterQuestions, reference, maxQuestions, 'The review', 'questions')
    const sent = await sendQuestion(tx, { review, asker, isSecondLook: false, isMailOn }, input)
    if (sent) return sent
    throw new AppError(
      'conflict',
      `The question cannot reach ${input.requester}: mail is not set up and they have no account here. An administrator can set up mail or create an account.`,
    )
  })
}

type Asking = {
  readonly review: Discussed
  readonly asker: { readonly email: string; readonly name: string }
  readonly isSecondLook: boolean
  readonly isMailOn: boolean
}

/** Stores a question and sends it to its requester; null if it cannot reach them. */
export async function sendQuestion(
  tx: TxContext,
  { review, asker, isSecondLook, isMailOn }: Asking,
  input: BodyOf<typeof askContract>,
): Promise<ResponseOf<typeof askContract> | null> {
  const hasAccount = await isAccount(tx.db, input.requester)
  if (!isMailOn && !hasAccount) return null
  const { reference } = review
  // 256 random bits: anyone with the link may reply.
  const secret = randomBytes(32).toString('base64url')
  const row: QuestionRow = {
    id: newId('qst', tx.now),
    reference,
    requester: input.requester,
    question: input.question,
    askedBy: asker.email,
    askedByName: asker.name,
    askedAt: tx.now.toISOString(),
    secretHash: hashSecret(secret),
    expiresAt: new Date(tx.now.getTime() + input.valid_days * 86_400_000).toISOString(),
    isSecondLook,
    answer: null,
    remark: null,
    answeredAt: null,
    answeredThrough: null,
  }
  await tx.db.insert(requesterQuestions).values(row)
  const { requester, question } = row
  await recordEvent(tx, questionActions.create, row.id, listDifferences({}, { reference, requester, question }))
  if (isMailOn) await mailQuestion(tx, review, row, secret)
  if (hasAccount) await notifyAll(tx, questionActions.create.notifies({ review, question: row, isMailed: isMailOn }))
  const names = await findPeopleNames(tx.db, [row.requester])
  return { question: presentQuestion(row, names), is_mailed: isMailOn, is_notified: hasAccount }
}

const isAccount = async (tx: Transaction, email: string): Promise<boolean> =>
  (await tx.$count(accounts, and(eq(sql`lower(${accounts.email})`, email.toLowerCase()), isPresent(accounts)))) > 0

/** Throws `conflict` when a review has as many comments or questions as it may have. */
export async function assertRoom(
  tx: Transaction,
  table: typeof requesterQuestions | typeof reviewComments,
  reference: string,
  max: number,
  subject: string,
  noun: string,
): Promise<void> {
  // Locked so that concurrent additions are counted one after the other.
  await tx.select({ reference: reviews.reference }).from(reviews).where(eq(reviews.reference, reference)).for('update')
  if ((await tx.$count(table, eq(table.reference, reference))) >= max)
    throw new AppError('conflict', `${subject} has reached the limit of ${max} ${noun}.`)
}

const mailQuestion = (ctx: TxContext, { number, title }: Discussed, row: QuestionRow, secret: string) =>
  queueMail(ctx, [
    {
      recipient: row.requester,
      topic: 'question',
      subject: `${row.isSecondLook ? 'How is it now?' : 'Did it work for you?'} ${title}`,
      content: {
        lead: `${row.askedByName} ${row.isSecondLook ? 'looks again at' : 'reviews'} the change ${number}, ${title}, and asks you: ${row.question}`,
        action: { label: `Answer until ${row.expiresAt.slice(0, 10)}`, path: pagePaths.answer(secret) },
      },
    },
  ])
