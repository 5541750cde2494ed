import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { accounts } from '#server/schema/access.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import {
  checkWordings,
  holidays,
  policyDecisions,
  policyRules,
  reviewChecks,
  reviewerGroups,
  serviceReviewers,
} from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { createContext, insertAccount } from './testing.ts'

export const today = '2026-03-04T12:00:00.000Z'

const policyActor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const

/**
 * Provides a database for the tests of a file, with only the default rules before each test, and functions that read
 * and fill it.
 */
export function provideDecisions() {
  const database = provideTestDatabase({
    empty: [
      policyDecisions,
      policyRules,
      reviewChecks,
      checkWordings,
      reviews,
      changes,
      incidents,
      reviewerGroups,
      serviceReviewers,
      holidays,
      accounts,
      notifications,
      auditEvents,
    ],
  })
  const at = (now: string): Context => createContext(database.db, policyActor, now)
  beforeEach(async () => {
    await database.db.execute('delete from counters')
    await createDefaultRules(at(today))
    // Leaves only rules with a deterministic result.
    await database.db.update(policyRules).set({ isActive: false }).where(eq(policyRules.id, 'rule_sample'))
  })
  return {
    database,
    /** Context of the job at a time, in ISO 8601. */
    at,
    findDecisionOn: async (number: string) =>
      (await readRows(database.db, policyDecisions, { changeNumber: number }))[0],
    findReviewOn: async (number: string) => (await readRows(database.db, reviews, { changeNumber: number }))[0],
    listEvents: (id: string) => readRows(database.db, auditEvents, { entityId: id }),
    async readConditions(id: string) {
      const [row] = await readRows(database.db, policyRules, { id })
      if (!row) throw new Error(`There is no rule ${id}.`)
      return row.conditions
    },
    async insertReviewer(email: string, name: string, more: Partial<typeof accounts.$inferInsert> = {}) {
      await insertAccount(database.db, { ...testPerson('reviewer', `acc_${email}`), email, name }, more)
    },
  }
}
