import { hash, randomBytes } from 'node:crypto'
import { requesterQuestions } from '#server/schema/reviews.ts'
import { withDatabase } from './own-records.ts'

type Question = Pick<typeof requesterQuestions.$inferInsert, 'reference' | 'question' | 'kind' | 'checks'>

/** A question to somebody without an account, as if its link had been mailed. Returns the path of the link. */
export async function addQuestion(question: Question): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const at = Date.now()
  await withDatabase((db) =>
    db.insert(requesterQuestions).values({
      id: `qst_${secret.slice(0, 20)}`,
      ...question,
      requester: 'ada@example.org',
      askedBy: 'manager@hindsight.example',
      askedByName: 'Henrike Vos',
      askedAt: new Date(at).toISOString(),
      secretHash: hash('sha256', secret, 'hex'),
      expiresAt: new Date(at + 7 * 86_400_000).toISOString(),
    }),
  )
  return `/answers/${secret}`
}
