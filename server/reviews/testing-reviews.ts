import { eq } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import type { ChangeWrite } from '#lib/contracts/change-writes.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import type { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { mergeStagedRows } from '#server/import/database/merge.ts'
import { newImportId } from '#server/import/import-file.ts'
import { stageRowsOfSystem } from '#server/import/import-rows.ts'
import { applyImportedReviewFields } from '#server/import/jobs/apply-review-fields.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyRules } from '#server/schema/policy.ts'
import { putChange } from './api-writes/put-change.ts'
import { putIncident } from './api-writes/put-incident.ts'
import { updateChange } from './api-writes/update-change.ts'
import { startReview } from './commands/start.ts'
import { findReview, getReview } from './queries.ts'
import { callum, createContext, fillReview, henrike, insertAccount, insertChange, noor, paolo } from './testing.ts'

type Options = Parameters<typeof provideTestDatabase>[0] & {
  readonly people?: readonly Extract<Actor, { kind: 'account' }>[]
  /** False for an installation without rules. */
  readonly hasRules?: boolean
}

/** Conditions of a write whatever the version of the record. */
export const unconditional = { expectedVersions: undefined, mustExist: undefined }

/** Fields of a change that needs no sign-off, and the refusal of a review that needs one. */
export const quiet = { risk: 'low', closeCode: 'successful' } as const
export const needsSignOff = { code: 'conflict', message: expect.stringContaining('submit it instead') }
/** A review that waits for its sign-off. */
export const waits = { status: 'awaiting_sign_off', completed_at: null, signed_off_by: null }

/**
 * Provides a database with accounts and the default rules, except the random sample, for the tests of a file, and
 * functions that act in it.
 */
export function provideReviews({ people = [noor, callum, henrike, paolo], hasRules = true, ...options }: Options = {}) {
  const database = provideTestDatabase(options)
  let minute = 0
  beforeAll(async () => {
    for (const person of people) await insertAccount(database.db, person)
    if (!hasRules) return
    await createDefaultRules(as(henrike))
    await database.db.update(policyRules).set({ isActive: false }).where(eq(policyRules.id, 'rule_sample'))
  })

  /** The context of an actor, by default a minute later than the one before. */
  function as(actor: Actor = noor, now?: string) {
    minute += 1
    return createContext(database.db, actor, now ?? new Date(Date.UTC(2026, 2, 10, 12, minute)).toISOString())
  }
  return {
    database,
    as,
    put: (by: Actor, number: string, fields: ChangeWrite) => putChange(as(by), number, fields, unconditional),
    putIncident: (number: string, fields: IncidentWrite) =>
      putIncident(as(testToken), number, { opened_at: '2026-03-09T10:00:00.000Z', ...fields }, unconditional),
    /** Marks a change as reviewed, as a token does. */
    mark: (number: string, by: Actor = testToken) =>
      updateChange(as(by), number, { pir_completed: true, pir_outcome: 'successful' }),
    importAs: (by: Actor, kind: ImportKind, row: Readonly<Record<string, string>>) => importRow(as(by), by, kind, row),
    /** Inserts a change and starts its review, which its reviewer fills in. Returns the reference. */
    async filled(number: string, change: Parameters<typeof insertChange>[2] = {}, by: Actor = noor) {
      const { reference } = await startReview(as(by), await insertChange(database.db, number, change))
      await fillReview(as(by), await getReview(as(by), reference))
      return reference
    },
    findStatus: async (number: string) => (await findReview(as(), number))?.status ?? null,
    listEvents: (id: string) => readRows(database.db, auditEvents, { entityId: id }),
  }
}

/** Imports one row as an actor. Returns the identifier of the import, or null if it wrote nothing. */
export async function importRow(
  ctx: Context,
  actor: Actor,
  kind: ImportKind,
  row: Readonly<Record<string, string>>,
): Promise<string | null> {
  const mapping = { fields: Object.fromEntries(Object.keys(row).map((name) => [name, name])) }
  return inTransaction(ctx, async (tx) => {
    const author = { importId: newImportId(ctx.now), actor, now: ctx.now }
    const { plan } = await stageRowsOfSystem(tx.db, [row], { kind, mapping, author })
    const { inserted, updated } = await mergeStagedRows(tx.db, plan)
    await applyImportedReviewFields({ ...author, db: tx.db, requestId: author.importId })
    return inserted + updated > 0 ? author.importId : null
  })
}
