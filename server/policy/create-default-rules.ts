import { ruleActions } from '#lib/actions/policy-actions.ts'
import type { NewReviewCheck } from '#lib/contracts/app/checks.ts'
import { defaultRules } from '#lib/domain/policy/default-rules.ts'
import { type CheckAudience, maxStakeholderChecks } from '#lib/review/questions/checks.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { contributingFactors, policyRules } from '#server/schema/policy.ts'
import { counters } from '#server/schema/reviews.ts'
import { insertCheck } from './checks.ts'

/** Creates what ships, by the name of a counter that records that it was created. */
const defaults: Readonly<Record<string, (ctx: TxContext) => Promise<void>>> = {
  'policy-defaults': insertRules,
  'factor-defaults': insertFactors,
  'check-defaults': (ctx) => insertChecks(ctx, 'reviewer', shippedChecks, 2),
  'stakeholder-check-defaults': (ctx) => insertChecks(ctx, 'stakeholder', stakeholderChecks, maxStakeholderChecks),
}

/**
 * Creates the default rules, contributing factors and checks once in the life of an installation: what a person deleted or
 * changed does not come back. Several processes may call it at once.
 */
export async function createDefaultRules(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const [series, insert] of Object.entries(defaults)) {
      const first = await tx.db.insert(counters).values({ series, last: 1 }).onConflictDoNothing().returning()
      if (first.length > 0) await insert(tx)
    }
  })
}

const factors = [
  'Test',
  'Environment differs',
  'Dependency',
  'Plan',
  'Hand-over',
  'Tool',
  'Supplier',
  'Capacity',
  'Communication',
  'No cause found',
]

async function insertFactors({ db }: Context): Promise<void> {
  await db
    .insert(contributingFactors)
    .values(factors.map((name) => ({ name, origin: 'default' })))
    .onConflictDoNothing()
}

const yesNo = { kind: 'yes_no' as const, options: [], expected: 'yes', filter: null }
type ShippedChecks = Readonly<Record<string, Omit<NewReviewCheck, 'is_active' | 'is_required' | 'asked_of'>>>

/** The checks of the reviewer, by their identifiers. Only the first two are switched on. */
export const shippedChecks: ShippedChecks = {
  tests_before: {
    wording: 'Were the change and its backout plan tested enough before?',
    kind: 'choice',
    options: ['Both', 'The change only', 'Not enough', 'Not at all', 'Not applicable'],
    expected: 'Both',
    filter: null,
  },
  told_in_time: { ...yesNo, wording: 'Was everybody whom it affects told in time?' },
  documents: { ...yesNo, wording: 'Are documents, CMDB and runbooks up to date?' },
  monitoring: { ...yesNo, wording: 'Did monitoring see the incident first?', filter: 'has_incident = true' },
  security_controls: { ...yesNo, wording: 'Were the security controls verified afterwards?' },
  acceptance: { ...yesNo, wording: 'Who accepted the result, and when?', kind: 'text', expected: null },
  handed_over: { ...yesNo, wording: 'Was it handed over to operations, with the people trained?' },
}

const stakeholderChecks: ShippedChecks = {
  works_as_promised: { ...yesNo, wording: 'Does it work for you as promised?' },
  disturbed_work: {
    wording: 'How much did the change disturb your work?',
    kind: 'choice',
    options: ['Not at all', 'A little', 'A lot'],
    expected: 'Not at all',
    filter: null,
  },
  next_time: { ...yesNo, wording: 'What should we do better next time?', kind: 'text', expected: null },
}

async function insertChecks(
  ctx: TxContext,
  asked_of: CheckAudience,
  checks: ShippedChecks,
  active: number,
): Promise<void> {
  for (const [index, [id, check]] of Object.entries(checks).entries())
    await insertCheck(ctx, id, { ...check, asked_of, is_required: false, is_active: index < active }, 'default')
}

async function insertRules(ctx: Context): Promise<void> {
  const added = { origin: 'default', updated_at: ctx.now.toISOString(), updated_by: 'Hindsight' }
  const rows = defaultRules.map((rule, index) => recordValues(policyRules, { ...rule, ...added, position: index + 1 }))
  await ctx.db.insert(policyRules).values(rows as (typeof policyRules.$inferInsert)[])
  for (const { id, ...rule } of defaultRules) {
    await recordEvent(ctx, ruleActions.create, id, listDifferences({}, rule))
  }
}
