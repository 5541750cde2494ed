import { insertDecision, insertOwed } from '#server/reviews/testing.ts'
import type { changes } from '#server/schema/changes.ts'
import type { reviews } from '#server/schema/reviews.ts'
import { withDatabase } from './own-records.ts'

type OwnOwed = {
  number: string
  review?: Partial<typeof reviews.$inferInsert>
  change?: Partial<typeof changes.$inferInsert>
}

/** Changes of one test, decided by the policy, each with its required review. */
export function addOwed(owed: readonly OwnOwed[]): Promise<void> {
  return withDatabase(async (db) => {
    for (const { number, review, change } of owed) {
      await insertDecision(db, number)
      await insertOwed(db, number, review, change)
    }
  })
}

/** A clean change within its window, whose review has the short form. */
export const cleanOwed = (number: string, service: string, review: OwnOwed['review'] = {}): OwnOwed => ({
  number,
  review: { form: 'short', ...review },
  change: { title: `Renew a certificate ${number}`, type: 'standard', risk: 'low', affectedServices: [service] },
})
