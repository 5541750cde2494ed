import { and, asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy.ts'
import { addBusinessDays, getDueStart } from '#lib/domain/policy/business-days.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { evaluatePolicy, type OwedReview, type PolicyInput } from '#lib/domain/policy/review-policy.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { findAssignee } from '#server/policy/find-assignee.ts'
import { type PolicyInputRow, policyInputColumns } from '#server/policy/policy-input.ts'
import { type Policy, readPolicy } from '#server/reviews/policy/decide-change.ts'
import { addDecisionRemark, evaluateLaterFacts } from '#server/reviews/policy/later-reasons.ts'
import { insertReview } from '#server/reviews/record/insert-review.ts'
import { changes } from '#server/schema/changes.ts'
import { holidays, policyDecisions, policyRules, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { addMinutes, toIso } from './calendar.ts'
import { services } from './catalogue.ts'
import type { DemoData } from './demo-data.ts'
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
async function insertPolicySettings(tx: Transaction, now: Date): Promise<void> {
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

/** Minutes from the end of a change to the decision of the policy, and from an incident to its link. */
const decidedAfter = 12
const linkedAfter = 30

type DemoChange = PolicyInputRow & { readonly state: string; readonly actual_end: string }
type DemoIncident = PolicyInput['incidents'][number] & { readonly linkedAt: string }
/** The required review, if any, the time of the decision, and the time from which its days are counted. */
type Reconsideration = { readonly owed: OwedReview | null; readonly decidedAt: string; readonly countedFrom: string }

/**
 * Applies the current policy to each change of the demo at the end of its work: it creates decisions and reviews that
 * are not started, and adds reasons and due dates to the other reviews. A closed change that would need a review but
 * has none was closed without the state review.
 */
export async function seedDemoPolicy(tx: Transaction, data: DemoData, now: Date): Promise<void> {
  const actor = createSystemActor('demo')
  await createDefaultRules({ db: tx, actor, now, requestId: 'demo' })
  await insertPolicySettings(tx, now)
  const policy = await readPolicy(tx)
  const judged = (await listEnded(tx))
    .map((change) => ({ change, ...judge(change, listLinked(data, change.number), policy) }))
    .filter(({ decidedAt }) => decidedAt <= now.toISOString())
    .toSorted((one, other) => (one.decidedAt < other.decidedAt ? -1 : 1))
  for (const { change, ...judgement } of judged) await recordDecision(tx, change, judgement, policy)
}

async function listEnded(tx: Transaction): Promise<DemoChange[]> {
  const rows = await tx
    .select({ ...policyInputColumns, state: changes.state })
    .from(changes)
    .where(and(eq(changes.origin, 'demo'), inArray(changes.state, ['review', 'closed'])))
    .orderBy(asc(changes.number))
  return rows.flatMap((row) => (row.actual_end === null ? [] : [{ ...row, actual_end: row.actual_end }]))
}

const listLinked = (data: DemoData, number: string): DemoIncident[] =>
  data.incidents
    .filter(({ relatedChange }) => relatedChange === number)
    .map((incident) => ({
      number: incident.number,
      priority_level: incident.priorityLevel ?? null,
      linkedAt: toIso(addMinutes(Date.parse(incident.openedAt), linkedAfter)),
    }))

/**
 * Makes the decision of the policy at the end of the change or, if it required nothing then, when an incident was
 * linked.
 */
function judge(change: DemoChange, incidents: readonly DemoIncident[], { rules }: Policy): Reconsideration {
  const firstAt = toIso(addMinutes(Date.parse(change.actual_end), decidedAfter))
  const linkedBefore = incidents.filter(({ linkedAt }) => linkedAt <= firstAt)
  const owed = evaluatePolicy({ ...change, incidents: linkedBefore }, rules)
  const first = { owed, decidedAt: firstAt, countedFrom: change.actual_end }
  const linkedLater = incidents
    .filter(({ linkedAt: at }) => at > firstAt)
    .map((one) => ({ ...one, updated_at: one.linkedAt }))
  const later = evaluateLaterFacts(
    change,
    linkedLater,
    { decidedAt: firstAt, reasons: [...(owed?.reasons ?? [])] },
    rules,
  )
  if (!later) return first
  const decidedAt =
    linkedLater
      .map(({ linkedAt }) => linkedAt)
      .toSorted()
      .at(-1) ?? firstAt
  const added = addDecisionRemark(later, firstAt, owed !== null)
  if (!owed) return { owed: added, decidedAt, countedFrom: decidedAt }
  return { ...first, owed: { ...owed, reasons: [...owed.reasons, ...added.reasons] }, decidedAt }
}

async function recordDecision(
  tx: Transaction,
  change: DemoChange,
  { owed, decidedAt, countedFrom }: Reconsideration,
  policy: Policy,
): Promise<void> {
  const [existing] = await tx.select().from(reviews).where(eq(reviews.changeNumber, change.number))
  if (owed && !existing && change.state === 'closed') return
  const dueOn = owed && addBusinessDays(getDueStart(countedFrom, decidedAt), owed.dueBusinessDays, policy.holidays)
  const assignee = owed && !existing ? await findAssignee(tx, owed.assignments, change, new Date(decidedAt)) : null
  const decided = await tx
    .insert(policyDecisions)
    .values({
      changeNumber: change.number,
      isOwed: owed !== null,
      isSampled: owed?.isSampled ?? false,
      reasons: [...(owed?.reasons ?? [])],
      form: owed?.form ?? null,
      dueOn,
      assignee: owed ? (existing?.reviewer ?? assignee?.email ?? null) : null,
      assignedThrough: assignee?.through ?? null,
      decidedAt,
      origin: 'demo',
    })
    .onConflictDoNothing()
    .returning()
  if (!owed || decided.length === 0) return
  const reasoned = { reasons: [...owed.reasons], dueOn, form: owed.form }
  if (existing) {
    const needsSignOff = existing.status === 'completed' ? existing.signedOffBy !== null : owed.needsSignOff
    const opened = { createdAt: decidedAt < existing.createdAt ? decidedAt : existing.createdAt }
    await tx
      .update(reviews)
      .set({ ...reasoned, ...opened, needsSignOff })
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
    origin: 'demo',
    createdAt: decidedAt,
    updatedAt: decidedAt,
  })
}
