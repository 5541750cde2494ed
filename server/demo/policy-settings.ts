import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy-conditions.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { holidays, policyRules, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { services } from './catalogue.ts'
import { getEmail, isPerson } from './people.ts'
import { readData } from './read-data.ts'

const person = z.string().refine(isPerson, 'nobody in people.yaml has this name')
const service = z.string().refine((name) => services().has(name), 'incidents.yaml has no such service')
const text = z.string().min(1)

const Settings = z.strictObject({
  groups: z.array(z.strictObject({ id: text, name: text, members: z.array(person) })),
  reviewers: z.record(person, z.array(service)),
  holidays: z.record(z.string().regex(/^\d\d-\d\d$/), text),
})

const origin = 'demo'

/**
 * Inserts the settings of the demo's policy besides the default rules: groups, reviewers of services, holidays, a rule
 * that requires a short review of ordinary changes, and assignees for changes without authorization.
 */
export async function insertPolicySettings(tx: Transaction, now: Date): Promise<void> {
  const settings = readData('policy.yaml', Settings)
  const groups = settings.groups.map((group) => ({ ...group, members: group.members.map(getEmail), origin }))
  await tx.insert(reviewerGroups).values(groups).onConflictDoNothing()
  const reviewers = Object.entries(settings.reviewers).flatMap(([name, reviewed]) =>
    reviewed.map((service) => ({ service, reviewer: getEmail(name), origin })),
  )
  await tx.insert(serviceReviewers).values(reviewers).onConflictDoNothing()
  const days = [-1, 0, 1].flatMap((years) =>
    Object.entries(settings.holidays).map(([day, name]) => ({
      day: `${now.getUTCFullYear() + years}-${day}`,
      name,
      origin,
    })),
  )
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
      origin,
      updatedAt: now.toISOString(),
      updatedBy: 'Henrike Vos',
    })
    .onConflictDoNothing()
}
