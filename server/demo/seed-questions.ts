import { randomBytes } from 'node:crypto'
import { and, asc, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { hashSecret } from '#server/discussion/requester-questions.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { requesterQuestions, reviews } from '#server/schema/reviews.ts'
import { demoAccounts } from './accounts.ts'
import { addDays, addMinutes, atTime, toIso, workdayOnOrBefore } from './calendar.ts'

type Row = typeof requesterQuestions.$inferInsert

const columns = {
  reference: reviews.reference,
  number: reviews.changeNumber,
  title: changes.title,
  reviewer: reviews.reviewer,
  reviewerName: reviews.reviewerName,
  requester: changes.requestedBy,
  completedAt: reviews.completedAt,
}

/**
 * Two questions to requesters: one answered by its link, and one that waits for the viewer of the demo, who has a
 * notification of it. Part of the transaction that inserts the rest.
 */
export async function seedDemoQuestions(tx: Transaction, now: Date): Promise<void> {
  const viewer = demoAccounts.find(({ role }) => role === 'viewer')
  const isDemo = and(eq(reviews.origin, 'demo'), isNotNull(reviews.reviewer))
  const [answered] = await tx
    .select(columns)
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(isDemo, isNotNull(reviews.completedAt), ne(changes.requestedBy, reviews.reviewer)))
    .orderBy(desc(reviews.completedAt), asc(reviews.reference))
    .limit(1)
  if (answered?.completedAt && answered.requester) {
    const answeredAt = toIso(addMinutes(Date.parse(answered.completedAt), -90))
    const askedAt = toIso(addMinutes(Date.parse(answered.completedAt), -1_500))
    const reply = {
      answer: 'yes',
      remark: 'Nobody here noticed anything.',
      answeredAt,
      answeredThrough: 'link',
    } as const
    await insertQuestion(tx, { ...questionOf(answered, 1, askedAt), requester: answered.requester, ...reply })
  }
  const [open] = await tx
    .select(columns)
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(and(isDemo, inArray(reviews.status, ['in_progress']), eq(reviews.reviewer, 'reviewer@hindsight.example')))
    .orderBy(asc(reviews.reference))
    .limit(1)
  if (!open || !viewer) return
  const askedAt = toIso(atTime(workdayOnOrBefore(addDays(now.getTime(), -1)), '09:40'))
  const question = questionOf(open, 2, askedAt)
  await insertQuestion(tx, { ...question, requester: viewer.email })
  await tx
    .insert(notifications)
    .values({
      id: 'ntf_demo_question',
      recipient: viewer.email,
      kind: 'requester_asked',
      title: `${open.reviewerName} asks you about ${open.number}, ${open.title}`,
      body: `“${question.question}”`,
      path: pagePaths.answer(question.id),
      createdAt: askedAt,
    })
    .onConflictDoNothing()
}

type Reviewed = { reference: string; reviewer: string | null; reviewerName: string | null }

function questionOf({ reference, reviewer, reviewerName }: Reviewed, number: number, askedAt: string) {
  return {
    id: `qst_demo_${number}`,
    reference,
    question: 'Did it work for you? What did not?',
    askedBy: reviewer ?? '',
    askedByName: reviewerName ?? '',
    askedAt,
    // A secret that nobody knows: the demo sends no mail.
    secretHash: hashSecret(randomBytes(32).toString('base64url')),
    expiresAt: toIso(addDays(Date.parse(askedAt), 60)),
  }
}

const insertQuestion = (tx: Transaction, row: Row) => tx.insert(requesterQuestions).values(row).onConflictDoNothing()
