import { eq } from 'drizzle-orm'
import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy-conditions.ts'
import { noConditions } from '#lib/domain/default-rules.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { holidays, policyRules, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import type { ServiceName } from './catalogue.ts'
import { personNamed } from './people.ts'

const noor: readonly ServiceName[] = ['payments-api', 'payments-db', 'orders-db', 'data-warehouse', 'ci-pipeline']
const callum: readonly ServiceName[] = [
  'core-network',
  'edge-proxy',
  'firewall',
  'telephony',
  'identity-sso',
  'mailboxes',
]
const emailOf = (name: string) => personNamed(name).email

const groups = [
  { id: 'grp_demo_reviewers', name: 'Change reviewers', members: ['Noor Haddad', 'Callum Reid'] },
  { id: 'grp_demo_managers', name: 'Change managers', members: ['Henrike Vos', 'Paolo Ferrand'] },
]

/** The days on which the company of the demo is closed, of each year. */
const closed = [
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Second day of Christmas'],
] as const

/**
 * The settings of the demo's policy beside the default rules: groups, reviewers of services, holidays, a rule that has
 * ordinary changes looked at in the short form, and somebody for those without authorization.
 */
export async function insertPolicySettings(tx: Transaction, now: Date): Promise<void> {
  const origin = 'demo'
  await tx
    .insert(reviewerGroups)
    .values(groups.map((group) => ({ ...group, members: group.members.map(emailOf), origin })))
    .onConflictDoNothing()
  const services = [
    ...noor.map((service) => ({ service, reviewer: emailOf('Noor Haddad'), origin })),
    ...callum.map((service) => ({ service, reviewer: emailOf('Callum Reid'), origin })),
  ]
  await tx.insert(serviceReviewers).values(services).onConflictDoNothing()
  const years = [-1, 0, 1].map((more) => now.getUTCFullYear() + more)
  const days = years.flatMap((year) => closed.map(([day, name]) => ({ day: `${year}-${day}`, name, origin })))
  await tx.insert(holidays).values(days).onConflictDoNothing()
  await insertRoutineRule(tx, now)
  const assignment: RuleAssignment = { kind: 'group', group_id: 'grp_demo_managers' }
  await tx.update(policyRules).set({ assignment }).where(eq(policyRules.id, 'rule_unauthorized'))
}

async function insertRoutineRule(tx: Transaction, now: Date): Promise<void> {
  const conditions: PolicyConditions = { ...noConditions, types: ['normal'], risks: ['low', 'moderate'] }
  await tx
    .insert(policyRules)
    .values({
      id: 'rule_demo_routine',
      position: 8,
      name: 'Normal change',
      isActive: true,
      conditions,
      form: 'short',
      dueBusinessDays: 15,
      needsSignOff: false,
      assignment: { kind: 'group', group_id: 'grp_demo_reviewers' },
      origin: 'demo',
      updatedAt: now.toISOString(),
      updatedBy: 'Henrike Vos',
    })
    .onConflictDoNothing()
}
