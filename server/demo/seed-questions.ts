import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hashSecret } from '#server/discussion/requester-questions.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { requesterQuestions, reviews } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, addMinutes, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'

type ReviewWithTitle = { readonly review: typeof reviews.$inferSelect; readonly title: string }
const question = 'Did it work for you? What did not?'

/**
 * Inserts two questions to requesters: one has a reply by its link, the other waits for the viewer of the demo, who has
 * a notification. Part of the transaction that inserts the rest.
 */
export async function seedDemoQuestions(tx: Transaction, now: Date): Promise<void> {
  const wasRequestedByOther = and(isNotNull(reviews.completedAt), ne(changes.requestedBy, reviews.reviewer))
  const completed = await findReviewed(tx, wasRequestedByOther, desc(reviews.completedAt))
  if (completed?.review.completedAt && completed.requester) {
    const completedAt = Date.parse(completed.review.completedAt)
    await insertQuestion(tx, completed, {
      id: 'qst_demo_1',
      requester: completed.requester,
      askedAt: toIso(addMinutes(completedAt, -1_500)),
      answer: 'yes',
      remark: 'Nobody here noticed anything.',
      answeredAt: toIso(addMinutes(completedAt, -90)),
      answeredThrough: 'link',
    })
  }
  const isOpen = and(eq(reviews.status, 'in_progress'), eq(reviews.reviewer, 'reviewer@hindsight.example'))
  const open = await findReviewed(tx, isOpen, asc(reviews.reference))
  const viewer = demoAccounts.find(({ role }) => role === 'viewer')
  if (!open || !viewer) return
  const id = 'qst_demo_2'
  const askedAt = toIso(setTime(getWorkdayOnOrBefore(addDays(now.getTime(), -1)), '09:40'))
  await insertQuestion(tx, open, { id, requester: viewer.email, askedAt })
  const { reviewerName, changeNumber } = open.review
  await tx
    .insert(notifications)
    .values({
      id: 'ntf_demo_question',
      recipient: viewer.email,
      kind: 'requester_asked',
      title: `${reviewerName} asks you about ${changeNumber}, ${open.title}`,
      body: `“${question}”`,
      path: pagePaths.answer(id),
      createdAt: askedAt,
    })
    .onConflictDoNothing()
}

async function findReviewed(tx: Transaction, condition: SQL | undefined, order: SQL) {
  const [found] = await tx
    .select({ review: reviews, title: changes.title, requester: changes.requestedBy })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(eq(reviews.origin, 'demo'), isNotNull(reviews.reviewer), condition))
    .orderBy(order, asc(reviews.reference))
    .limit(1)
  return found
}

type NewQuestion = Pick<typeof requesterQuestions.$inferInsert, 'id' | 'requester' | 'askedAt'> &
  Partial<typeof requesterQuestions.$inferInsert>

const insertQuestion = (tx: Transaction, { review }: ReviewWithTitle, newQuestion: NewQuestion) =>
  tx
    .insert(requesterQuestions)
    .values({
      reference: review.reference,
      question,
      askedBy: review.reviewer ?? '',
      askedByName: review.reviewerName ?? '',
      // A random secret, as the demo sends no mail.
      secretHash: hashSecret(randomBytes(32).toString('base64url')),
      expiresAt: toIso(addDays(Date.parse(newQuestion.askedAt), 60)),
      ...newQuestion,
    })
    .onConflictDoNothing()
