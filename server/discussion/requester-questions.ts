import { hash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull } from 'drizzle-orm'
import type {
  answerRequesterQuestion as answerContract,
  askRequester as askContract,
  RequesterQuestion,
} from '#lib/contracts/app/requester-questions.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { answerLabels } from '#lib/domain/answer-words.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { actingAccount } from '#server/auth/acting-account.ts'
import type { Context } from '#server/context.ts'
import { changes } from '#server/db/schema/changes.ts'
import { requesterQuestions, reviews } from '#server/db/schema/reviews.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { recordEvent } from '#server/history/commands.ts'
import { newId } from '#server/ids.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { notify } from '#server/notifications/notify.ts'
import { getDiscussed } from './get-discussed.ts'

type QuestionRow = typeof requesterQuestions.$inferSelect

/** Questions that a review can have. */
const mostQuestions = 20
const millisecondsOfDay = 86_400_000

/** 256 random bits in an address; whoever has them may answer. */
const newSecret = () => randomBytes(32).toString('base64url')
const hashSecret = (secret: string): string => hash('sha256', secret, 'hex')

/** What was asked and answered, newest first, and whom to ask. Throws `not_found`. */
export async function listRequesterQuestions(
  ctx: Context,
  reference: string,
): Promise<{ result: RequesterQuestion[]; requester: string | null }> {
  const { requester } = await getDiscussed(ctx, reference)
  const rows = await ctx.db
    .select()
    .from(requesterQuestions)
    .where(eq(requesterQuestions.reference, reference))
    .orderBy(desc(requesterQuestions.askedAt), desc(requesterQuestions.id))
  return { result: rows.map(presentQuestion), requester }
}

/**
 * Asks the requester by a link, which goes out by e-mail where mail is on. Throws `not_found`, and `conflict` when the
 * review has as many questions as it can.
 */
export async function askRequester(
  ctx: Context,
  reference: string,
  input: BodyOf<typeof askContract>,
  { isMailOn }: { isMailOn: boolean },
): Promise<ResponseOf<typeof askContract>> {
  const asker = actingAccount(ctx)
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const { number, title } = await getDiscussed(within, reference)
    // Locked so that two at once are counted one after the other.
    await tx
      .select({ reference: reviews.reference })
      .from(reviews)
      .where(eq(reviews.reference, reference))
      .for('update')
    const [asked] = await tx
      .select({ questions: count() })
      .from(requesterQuestions)
      .where(eq(requesterQuestions.reference, reference))
    if ((asked?.questions ?? 0) >= mostQuestions) {
      throw new AppError('conflict', `A review can have ${mostQuestions} questions; this one has them.`)
    }
    const secret = newSecret()
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
    }
    await tx.insert(requesterQuestions).values(row)
    await recordEvent(within, 'create', 'requester_question', row.id, {
      reference: { from: null, to: reference },
      requester: { from: null, to: row.requester },
      question: { from: null, to: row.question },
    })
    const path = pagePaths.answer(secret)
    if (isMailOn) {
      await queueMail(within, [
        {
          recipient: row.requester,
          topic: 'question',
          subject: `Did it work for you? ${title}`,
          content: {
            lead: `${asker.name} reviews the change ${number}, ${title}, and asks you: ${row.question}`,
            action: { label: `Answer until ${row.expiresAt.slice(0, 10)}`, path },
          },
        },
      ])
    }
    return { question: presentQuestion(row), path, is_mailed: isMailOn }
  })
}

/** What the page of a link shows. Throws `not_found` for a link that was never given out. */
export async function getQuestionOfLink(ctx: Context, secret: string) {
  const [row] = await ctx.db
    .select({ question: requesterQuestions, number: changes.number, title: changes.title })
    .from(requesterQuestions)
    .innerJoin(reviews, eq(reviews.reference, requesterQuestions.reference))
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(eq(requesterQuestions.secretHash, hashSecret(secret)))
  if (!row) throw new AppError('not_found', 'There is no such link. Copy it whole from the message that it came in.')
  const { answer, expiresAt, question, askedByName } = row.question
  const state = answer !== null ? ('answered' as const) : expiresAt <= ctx.now.toISOString() ? 'expired' : 'open'
  return { state, question, askedByName, expiresAt, number: row.number, title: row.title }
}

/** Answers a question by its link, once. Throws `not_found`, and `conflict` when it is answered or has expired. */
export async function answerRequesterQuestion(
  ctx: Context,
  secret: string,
  { answer, remark }: BodyOf<typeof answerContract>,
): Promise<{ answered_at: string }> {
  const answeredAt = ctx.now.toISOString()
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const [row] = await tx
      .update(requesterQuestions)
      .set({ answer, remark, answeredAt })
      .where(
        and(
          eq(requesterQuestions.secretHash, hashSecret(secret)),
          isNull(requesterQuestions.answer),
          gt(requesterQuestions.expiresAt, answeredAt),
        ),
      )
      .returning()
    if (!row) {
      const { state } = await getQuestionOfLink(within, secret)
      const why = state === 'expired' ? 'This link has expired.' : 'This question has been answered.'
      throw new AppError('conflict', `${why} Ask the reviewer for a new one if you have more to say.`)
    }
    const asRequester = { ...within, actor: { kind: 'anonymous', id: row.id, name: row.requester } as const }
    await recordEvent(asRequester, 'update', 'requester_question', row.id, {
      answer: { from: null, to: answer },
      remark: { from: null, to: remark },
    })
    const { number, reviewer } = await getDiscussed(within, row.reference)
    await notify(within, [row.askedBy, ...(reviewer ? [reviewer] : [])], {
      kind: 'requester_answered',
      title: `${row.requester} answered on ${row.reference}: ${answerLabels[answer]}`,
      body: remark || `“${row.question}”`,
      path: pagePaths.discussion(number),
    })
    return { answered_at: answeredAt }
  })
}

const presentQuestion = (row: QuestionRow): RequesterQuestion => ({
  id: row.id,
  reference: row.reference,
  requester: row.requester,
  question: row.question,
  asked_by_name: row.askedByName,
  asked_at: row.askedAt,
  expires_at: row.expiresAt,
  answer: row.answer,
  remark: row.remark,
  answered_at: row.answeredAt,
})
