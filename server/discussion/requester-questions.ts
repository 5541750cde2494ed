import { hash, randomBytes } from 'node:crypto'
import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { questionActions } from '#lib/actions/record-actions.ts'
import {
  type askQuestion as askContract,
  type answerRequesterQuestion as contract,
  maxQuestions,
  type QuestionKind,
  RequesterQuestion,
} from '#lib/contracts/app/review-discussion.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import {
  type AskedCheck,
  answerCheck,
  type CheckEntry,
  listCheckTags,
  wordCheck,
} from '#lib/review/questions/checks.ts'
import { findObjective } from '#lib/review/questions/objective.ts'
import { mayBeAsked, mayReply, questionWords, replyLabels } from '#lib/review/requester-replies.ts'
import { shorten } from '#lib/text/shorten.ts'
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
import { getBusinessDay } from '#server/policy/business-day.ts'
import { completeAnswers, readAskedChecks, readWordings } from '#server/policy/checks.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { isOpenReview, requesterQuestions, type reviewComments, reviews } from '#server/schema/reviews.ts'

type QuestionRow = typeof requesterQuestions.$inferSelect

/** 256 random bits: anyone with the link may reply. */
const createSecret = (): string => randomBytes(32).toString('base64url')
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
  const { secretHash, reminderSecretHash } = requesterQuestions
  const bySecret = or(eq(secretHash, hashSecret(key)), eq(reminderSecretHash, hashSecret(key)))
  if (actor.kind !== 'account') return bySecret
  const isOwn = eq(sql`lower(${requesterQuestions.requester})`, actor.email.toLowerCase())
  return or(bySecret, and(eq(requesterQuestions.id, key), isOwn))
}

/** Reads the question of a link for its page. Throws `not_found` for a link that was never sent. */
export async function getQuestionOfLink(ctx: Context, key: string) {
  const [row] = await ctx.db.select().from(requesterQuestions).where(isQuestionOfLink(ctx, key))
  if (!row) throw new AppError('not_found', 'This link is unknown. Copy the whole link from the message.')
  const { answeredAt, expiresAt, requester, askedBy } = row
  const { number, title, reviewer, implementer } = await getDiscussed(ctx, row.reference)
  const state = answeredAt !== null ? ('answered' as const) : expiresAt <= ctx.now.toISOString() ? 'expired' : 'open'
  const isRefused = ctx.actor.kind === 'account' && !mayReply(ctx.actor, { requester, askedBy, reviewer, implementer })
  // As they were worded when it was asked, without the answers that they should have.
  const wordings = await readWordings(ctx.db, row.checks)
  const checks = wordings.map((one): AskedCheck => ({ ...one, expected: null, is_required: false }))
  return { row, state, isRefused, checks, number, title }
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
      objective: changes.objective,
      implementation_plan: changes.implementationPlan,
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
export async function answerRequesterQuestion(ctx: Context, key: string, sent: BodyOf<typeof contract>) {
  const answeredAt = ctx.now.toISOString()
  return inTransaction(ctx, async (tx) => {
    const { row: asked, isRefused } = await getQuestionOfLink(tx, key)
    const { requester } = asked
    const answer = await readAnswer(tx, asked, sent)
    if (isRefused) {
      throw new AppError(
        'forbidden',
        `Only ${requester} can answer this question: the asker, the reviewer and the implementer of the change cannot.`,
      )
    }
    const isSignedIn = ctx.actor.kind === 'account' && ctx.actor.email.toLowerCase() === requester.toLowerCase()
    const answeredThrough = isSignedIn ? ('account' as const) : ('link' as const)
    const isOpen = and(isNull(requesterQuestions.answeredAt), gt(requesterQuestions.expiresAt, answeredAt))
    const [row] = await tx.db
      .update(requesterQuestions)
      .set({ ...answer, checkTags: listCheckTags(answer.checks), answeredAt, answeredThrough })
      .where(and(isQuestionOfLink(tx, key), isOpen))
      .returning()
    if (!row) {
      const { state } = await getQuestionOfLink(tx, key)
      const why = state === 'expired' ? 'This link has expired.' : 'This question has been answered.'
      throw new AppError('conflict', `${why} Ask the reviewer for a new link if you have more to say.`)
    }
    const byLink = { kind: 'anonymous', id: row.id, name: row.requester } as const
    const changed = listDifferences({ answer: null, checks: [] }, { ...answer, answered_through: answeredThrough })
    await recordEvent(isSignedIn ? tx : { ...tx, actor: byLink }, questionActions.answered, row.id, changed)
    const review = await getDiscussed(tx, row.reference)
    const names = await findPeopleNames(tx.db, [row.requester])
    const name = names.of(row.requester) ?? row.requester
    const given = answer.checks.filter((check) => check.answer !== null).map(wordCheck)
    const reply = answer.answer ? replyLabels[answer.answer] : `${given.length} of ${answer.checks.length} answered`
    const remark = answer.remark || shorten(given.join(' · '), 500)
    await notifyAll(tx, questionActions.answered.notifies({ review, question: row, name, reply, remark }))
    return { answered_at: answeredAt }
  })
}

/** Completes an answer. Throws `invalid_parameter` for one of another kind of question, and without a check. */
async function readAnswer({ db }: Context, { kind, checks: asked }: QuestionRow, sent: BodyOf<typeof contract>) {
  const { answer, remark } = sent
  const offered = questionWords[kind].answers
  const isOffered = kind === 'stakeholder' ? answer === null : answer !== null && offered.includes(answer)
  if (!isOffered) throw invalidField('answer', 'body', `must be one of ${offered.join(', ') || 'null'}`)
  const given = sent.checks.filter((one) =>
    asked.some((same) => same.check === one.check && same.version === one.version),
  )
  const completed = await completeAnswers(db, given, [], 'checks')
  if (asked.length > 0 && completed.length === 0)
    throw invalidField('checks', 'body', 'must answer a check that is asked')
  const checks = asked.map((one) => completed.find(({ check }) => check === one.check) ?? one)
  return { answer, remark, checks }
}

type Discussed = Awaited<ReturnType<typeof getDiscussed>>

/**
 * Asks the requester, or stakeholders, each by mail with a link, where mail is on, and by a notification, where they have
 * an account. The asker never gets the link. Asks all or nobody. Throws `not_found`, `invalid_parameter` for somebody
 * with a part in the review, and `conflict` when the question cannot reach somebody, no check is on for stakeholders, or
 * the review has reached its limit of questions.
 */
export async function askQuestion(
  ctx: Context,
  reference: string,
  { people: named, kind, ...input }: BodyOf<typeof askContract>,
  { isMailOn }: { isMailOn: boolean },
): Promise<ResponseOf<typeof askContract>> {
  const asker = getActingAccount(ctx)
  const people = [...new Map(named.map((email) => [email.toLowerCase(), email])).values()]
  return inTransaction(ctx, async (tx) => {
    const review = await getDiscussed(tx, reference)
    const isInvolved = (requester: string) => !mayBeAsked({ ...review, requester, askedBy: asker.email })
    const involved = people.filter(isInvolved)
    if (involved.length > 0)
      throw invalidField(
        'people',
        'body',
        `must not be of people who ask, review or implemented the change: ${involved.join(', ')}`,
      )
    await assertRoom(tx.db, requesterQuestions, reference, maxQuestions, 'The review', 'questions', people.length)
    const asked = kind === 'stakeholder' ? (await readAskedChecks(tx.db, [review.number], kind))(review.number) : null
    if (asked?.length === 0) throw new AppError('conflict', 'No check for stakeholders is on for this change.')
    const checks = asked?.map((check) => answerCheck(check, null)) ?? []
    const sent = []
    for (const requester of people) {
      const one = await sendQuestion(tx, { review, asker, kind, checks, isMailOn }, { ...input, requester })
      if (!one)
        throw new AppError(
          'conflict',
          `The question cannot reach ${requester}: mail is not set up and they have no account here. An administrator can set up mail or create an account.`,
        )
      sent.push(one)
    }
    const names = await findPeopleNames(tx.db, people)
    return { questions: sent.map((row) => presentQuestion(row, names)), is_mailed: isMailOn }
  })
}

type Asking = {
  readonly review: Discussed
  readonly asker: { readonly email: string; readonly name: string }
  readonly kind: QuestionKind
  readonly checks?: CheckEntry[]
  readonly isMailOn: boolean
}

/** Sends a question to its requester and stores it; null if it cannot reach them. */
export async function sendQuestion(
  tx: TxContext,
  { review, asker, kind, checks = [], isMailOn }: Asking,
  input: Pick<QuestionRow, 'requester' | 'question'> & { readonly valid_days: number },
): Promise<QuestionRow | null> {
  const { reference } = review
  const secret = createSecret()
  const row: QuestionRow = {
    id: newId('qst', tx.now),
    reference,
    kind,
    requester: input.requester,
    question: input.question,
    askedBy: asker.email,
    askedByName: asker.name,
    askedAt: tx.now.toISOString(),
    secretHash: hashSecret(secret),
    reminderSecretHash: null,
    expiresAt: new Date(tx.now.getTime() + input.valid_days * 86_400_000).toISOString(),
    checks,
    checkTags: listCheckTags(checks),
    answer: null,
    remark: null,
    answeredAt: null,
    answeredThrough: null,
  }
  if (!(await deliver(tx, review, row, secret, isMailOn))) return null
  await tx.db.insert(requesterQuestions).values(row)
  const { requester, question } = row
  await recordEvent(tx, questionActions.create, row.id, listDifferences({}, { reference, requester, question }))
  return row
}

/** Returns false if the question can reach nobody. */
async function deliver(tx: TxContext, review: Discussed, row: QuestionRow, secret: string, isMailOn: boolean) {
  const isPerson = and(eq(sql`lower(${accounts.email})`, row.requester.toLowerCase()), isPresent(accounts))
  const hasAccount = (await tx.db.$count(accounts, isPerson)) > 0
  if (isMailOn) await mailQuestion(tx, review, row, secret)
  if (hasAccount) await notifyAll(tx, questionActions.create.notifies({ review, question: row, isMailed: isMailOn }))
  return isMailOn || hasAccount
}

/**
 * Job that reminds, once and on a business day, of questions about reviews that are not completed, when half of the time
 * to reply has passed. The link of the first mail stays valid.
 */
export async function remindOfQuestions(ctx: Context, { isMailOn }: { readonly isMailOn: boolean }): Promise<void> {
  if (!(await getBusinessDay(ctx)).isBusinessDay) return
  const { id, askedAt, expiresAt, answeredAt, reminderSecretHash } = requesterQuestions
  const now = ctx.now.toISOString()
  const isDue = and(
    isNull(answeredAt),
    isNull(reminderSecretHash),
    gt(expiresAt, now),
    sql`${askedAt} + (${expiresAt} - ${askedAt}) / 2 <= ${now}::timestamptz`,
    sql`exists (select from ${reviews} where ${reviews.reference} = ${requesterQuestions.reference} and ${isOpenReview})`,
  )
  const due = await ctx.db.select({ id }).from(requesterQuestions).where(isDue).orderBy(asc(id))
  for (const question of due) {
    await inTransaction(ctx, async (tx) => {
      const secret = createSecret()
      // Answered meanwhile, it is not due.
      const [row] = await tx.db
        .update(requesterQuestions)
        .set({ reminderSecretHash: hashSecret(secret) })
        .where(and(eq(id, question.id), isDue))
        .returning()
      if (row) await deliver(tx, await getDiscussed(tx, row.reference), row, secret, isMailOn)
    })
  }
}

/** Throws `conflict` when a review has as many comments or questions as it may have. */
export async function assertRoom(
  tx: Transaction,
  table: typeof requesterQuestions | typeof reviewComments,
  reference: string,
  max: number,
  subject: string,
  noun: string,
  added = 1,
): Promise<void> {
  // Locked so that concurrent additions are counted one after the other.
  await tx.select({ reference: reviews.reference }).from(reviews).where(eq(reviews.reference, reference)).for('update')
  if ((await tx.$count(table, eq(table.reference, reference))) + added > max)
    throw new AppError('conflict', `${subject} has reached the limit of ${max} ${noun}.`)
}

const mailQuestion = (ctx: TxContext, { number, title, ...change }: Discussed, row: QuestionRow, secret: string) => {
  const objective = findObjective(change)
  return queueMail(ctx, [
    {
      recipient: row.requester,
      topic: 'question',
      subject: `${row.reminderSecretHash ? 'Reminder: ' : ''}${questionWords[row.kind].asks} ${title}`,
      content: {
        lead: `${row.askedByName} ${questionWords[row.kind].does} the change ${number}, ${title}, and asks you: ${row.question}`,
        sections: objective ? [{ heading: 'Objective of the change', items: [{ title: objective.text }] }] : [],
        action: { label: `Answer until ${row.expiresAt.slice(0, 10)}`, path: pagePaths.answer(secret) },
      },
    },
  ])
}
