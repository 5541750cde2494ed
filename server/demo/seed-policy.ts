import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { addBusinessDays, getDueStart } from '#lib/domain/policy/business-days.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { evaluatePolicy } from '#lib/domain/policy/review-policy.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { findAssignee } from '#server/policy/find-assignee.ts'
import { type PolicyInputRow, policyInputColumns } from '#server/policy/policy-input.ts'
import { insertReview } from '#server/reviews/open-review.ts'
import { type Policy, readPolicy } from '#server/reviews/policy/decide-change.ts'
import { changes } from '#server/schema/changes.ts'
import {
  holidays,
  policyDecisions,
  policyRules,
  reviewChecks,
  reviewerGroups,
  serviceReviewers,
} from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { addMinutes, toIso } from './calendar.ts'
import { getEmail, PersonName, ServiceName } from './catalogue.ts'
import { readData } from './read-data.ts'
import { insert, type Seeding } from './seeding.ts'

const text = z.string().min(1)
const Settings = z.strictObject({
  groups: z.array(z.strictObject({ id: text, name: text, members: z.array(PersonName) })),
  reviewers: z.record(PersonName, z.array(ServiceName)),
  holidays: z.record(z.string().regex(/^\d\d-\d\d$/), text),
})

const origin = 'demo'

/**
 * Inserts the settings of the demo's policy besides the default rules: groups, reviewers of services, holidays, a rule
 * that requires a short review of ordinary changes, and assignees for changes without authorization.
 */
async function insertPolicySettings({ tx, now }: Seeding): Promise<void> {
  const settings = readData('policy.yaml', Settings)
  const groups = settings.groups.map((group) => ({ ...group, members: group.members.map(getEmail), origin }))
  await insert(tx, reviewerGroups, groups)
  const reviewers = Object.entries(settings.reviewers).flatMap(([name, reviewed]) =>
    reviewed.map((service) => ({ service, reviewer: getEmail(name), origin })),
  )
  await insert(tx, serviceReviewers, reviewers)
  const years = [-1, 0, 1].map((offset) => now.getUTCFullYear() + offset)
  const days = Object.entries(settings.holidays)
  await insert(
    tx,
    holidays,
    years.flatMap((year) => days.map(([day, name]) => ({ day: `${year}-${day}`, name, origin }))),
  )
  const routine = {
    id: 'rule_demo_routine',
    position: 8,
    name: 'Normal change',
    isActive: true,
    conditions: { ...noConditions, types: ['normal' as const], risks: ['low' as const, 'moderate' as const] },
    form: 'short' as const,
    dueBusinessDays: 15,
    needsSignOff: false,
    assignment: { kind: 'group' as const, group_id: 'grp_demo_reviewers' },
    origin,
    updatedAt: now.toISOString(),
    updatedBy: 'Henrike Vos',
  }
  await insert(tx, policyRules, [routine])
  await tx
    .update(policyRules)
    .set({ assignment: { kind: 'group', group_id: 'grp_demo_managers' } })
    .where(eq(policyRules.id, 'rule_unauthorized'))
  await tx
    .update(reviewChecks)
    .set({ isActive: true, filter: 'affected_services = payments-db' })
    .where(eq(reviewChecks.id, 'security_controls'))
}

/** Minutes from the end of a change to the decision of the policy, and from an incident to its link. */
const decidedAfter = 12
const linkedAfter = 30

type EndedChange = PolicyInputRow & { readonly state: string; readonly actual_end: string | null }

/**
 * Applies the current policy to each change of the demo once its work has ended and its incidents are linked: it
 * creates decisions and reviews that are not started, and adds reasons and due dates to the other reviews. A closed
 * change that would need a review but has none was closed without the state review.
 */
export async function seedPolicy(seeding: Seeding): Promise<void> {
  const { tx, now } = seeding
  await createDefaultRules({ db: tx, actor: createSystemActor('demo'), now, requestId: 'demo' })
  await insertPolicySettings(seeding)
  const policy = await readPolicy(tx)
  const ended = await tx
    .select({ ...policyInputColumns, state: changes.state })
    .from(changes)
    .where(and(eq(changes.origin, 'demo'), inArray(changes.state, ['review', 'closed'])))
    .orderBy(asc(changes.number))
  const judged = ended
    .map((change) => ({ change, decidedAt: findDecisionTime(seeding, change) }))
    .filter(({ decidedAt }) => decidedAt <= now.toISOString())
    .toSorted((one, other) => (one.decidedAt < other.decidedAt ? -1 : 1))
  for (const { change, decidedAt } of judged) await recordDecision(seeding, change, decidedAt, policy)
}

const listLinked = ({ data }: Seeding, number: string) =>
  data.incidents.filter(({ relatedChange }) => relatedChange === number)

/** Returns the time at which the work had ended and the last incident of the change was linked. */
const findDecisionTime = (seeding: Seeding, { number, actual_end }: EndedChange): string =>
  toIso(
    Math.max(
      addMinutes(Date.parse(actual_end ?? ''), decidedAfter),
      ...listLinked(seeding, number).map(({ openedAt }) => addMinutes(Date.parse(openedAt), linkedAfter)),
    ),
  )

async function recordDecision(
  seeding: Seeding,
  change: EndedChange,
  decidedAt: string,
  { rules, holidays: freeDays }: Policy,
): Promise<void> {
  const { tx } = seeding
  const incidents = listLinked(seeding, change.number).map(({ number, priorityLevel = null }) => ({
    number,
    priority_level: priorityLevel,
  }))
  const owed = evaluatePolicy({ ...change, incidents }, rules)
  const [existing] = await tx.select().from(reviews).where(eq(reviews.changeNumber, change.number))
  if (owed && !existing && change.state === 'closed') return
  const dueOn =
    owed && addBusinessDays(getDueStart(change.actual_end ?? decidedAt, decidedAt), owed.dueBusinessDays, freeDays)
  const assignee = owed && !existing ? await findAssignee(tx, owed.assignments, change, new Date(decidedAt)) : null
  const reasons = [...(owed?.reasons ?? [])]
  const decided = await insert(tx, policyDecisions, [
    {
      changeNumber: change.number,
      isOwed: owed !== null,
      isSampled: owed?.isSampled ?? false,
      reasons,
      form: owed?.form ?? null,
      dueOn,
      assignee: owed ? (existing?.reviewer ?? assignee?.email ?? null) : null,
      assignedThrough: assignee?.through ?? null,
      decidedAt,
      origin,
    },
  ])
  if (!owed || decided === 0) return
  const reasoned = { reasons, dueOn, form: owed.form }
  if (existing) {
    const needsSignOff = existing.status === 'completed' ? existing.signedOffBy !== null : owed.needsSignOff
    const createdAt = decidedAt < existing.createdAt ? decidedAt : existing.createdAt
    await tx
      .update(reviews)
      .set({ ...reasoned, createdAt, needsSignOff })
      .where(eq(reviews.reference, existing.reference))
    return
  }
  await insertReview(tx, null, {
    ...reasoned,
    changeNumber: change.number,
    status: 'not_started',
    reviewer: assignee?.email ?? null,
    reviewerName: assignee?.name ?? null,
    needsSignOff: owed.needsSignOff,
    origin,
    createdAt: decidedAt,
    updatedAt: decidedAt,
  })
}
