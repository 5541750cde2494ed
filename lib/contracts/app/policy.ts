import { z } from 'zod'
import { changeRisks, changeTypes } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, Flag, oneOf, Timestamp, text, whole } from '#lib/contracts/primitives.ts'
import { type CloseCode, closeCodes } from '#lib/contracts/record-values.ts'
import { OwedReason } from './review-forms.ts'
import { reviewFormKinds } from './review-values.ts'

const distinctList = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .array(oneOf(values))
    .max(values.length)
    .refine((list) => new Set(list).size === list.length, { error: 'must not contain duplicates' })

const RuleConditions = z
  .strictObject({
    types: distinctList(changeTypes).describe('Types of change; empty for any'),
    risks: distinctList(changeRisks).describe('Rated risks; empty for any'),
    close_codes: distinctList(closeCodes).describe('Close codes; empty for any'),
    overrun_minutes: whole(0, 100_000)
      .nullable()
      .describe('Minimum overrun: ended more than this many minutes after the planned end; null for any'),
    incident_priority: whole(1, 5)
      .nullable()
      .describe('An incident of at least this priority, from 1 (critical), names the change; null for no condition'),
    is_unauthorized: Flag.describe('Implemented without authorization; false for no condition'),
    services: z
      .array(text(254))
      .max(50, { error: 'must have at most 50 entries' })
      .describe('Affects at least one of these services; empty for any'),
    models: z
      .array(text(200))
      .max(50, { error: 'must have at most 50 entries' })
      .describe('Made from one of these change models; empty for any'),
    service_count: whole(1, 1000).nullable().describe('Affects at least this many services; null for no condition'),
    sample_percent: z
      .number({ error: 'must be a number from 0 to 100' })
      .min(0, { error: 'must be a number from 0 to 100' })
      .max(100, { error: 'must be a number from 0 to 100' })
      .nullable()
      .describe('Random sample in percent of the changes that no other rule matches; null for all'),
  })
  .meta({ id: 'RuleConditions', description: 'The conditions of a rule; a change must meet all of them' })

const RuleAssignmentChoice = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('nobody') }),
      z.strictObject({ kind: z.literal('person'), email: EmailAddress.describe('E-mail address of the reviewer') }),
      z.strictObject({ kind: z.literal('service') }),
      z.strictObject({ kind: z.literal('group'), group_id: text(64).describe('Identifier of the group') }),
    ],
    { error: 'must be one of nobody, person, service, group' },
  )
  .meta({
    id: 'RuleAssignment',
    description: 'Who gets the review: nobody yet, a person, by service, or a group in turn',
  })

export const NewPolicyRule = z
  .strictObject({
    name: text(100).describe('Name of the rule, as reviews show it'),
    is_active: Flag.describe('Whether the rule is in use'),
    conditions: RuleConditions,
    form: oneOf(reviewFormKinds).describe('Full form; or the short one, for changes that are clean'),
    due_business_days: whole(1, 250).describe('Business days from the end of the change until the review is due'),
    needs_sign_off: Flag.describe('Whether another person signs the review off'),
    assignment: RuleAssignmentChoice,
  })
  .meta({ id: 'NewPolicyRule' })
export type NewPolicyRule = z.infer<typeof NewPolicyRule>

export const PolicyRulePatch = NewPolicyRule.partial()
export type PolicyRulePatch = z.infer<typeof PolicyRulePatch>

export const PolicyRule = NewPolicyRule.extend({
  id: z.string().describe('Identifier of the rule'),
  version: z.int().min(1).describe('Incremented by each write; determines the ETag'),
  updated_at: Timestamp.describe('When it was last changed'),
  updated_by: z.string().describe('Name of the person who changed it'),
}).meta({ id: 'PolicyRule' })
export type PolicyRule = z.infer<typeof PolicyRule>

const RuleId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the rule') })
const RuleList = z.object({ result: z.array(PolicyRule), total_count: z.int().min(0) })

const reviewers = endpointsFor('Policy', { role: 'reviewer' })
const people = endpointsFor('Policy', { role: 'manager', onlyPeople: true })
const managers = endpointsFor('Policy', { role: 'manager' })
const viewers = endpointsFor('Policy', { role: 'viewer' })

export const listPolicyRules = reviewers.get('listPolicyRules', '/policy/rules', {
  summary: 'List the rules that decide which changes need a review, in order',
  response: RuleList,
})

export const createPolicyRule = people.post('createPolicyRule', '/policy/rules', {
  body: NewPolicyRule,
  response: PolicyRule,
  status: 201,
  errors: ['conflict'],
  versioned: true,
})

export const updatePolicyRule = people.patch('updatePolicyRule', '/policy/rules/{id}', {
  params: RuleId,
  body: PolicyRulePatch,
  response: PolicyRule,
  versioned: true,
})

export const deletePolicyRule = people.delete('deletePolicyRule', '/policy/rules/{id}', {
  params: RuleId,
  versioned: true,
})

export const orderPolicyRules = people.put('orderPolicyRules', '/policy/order', {
  body: z.strictObject({ ids: z.array(text(64)).max(100) }),
  response: RuleList,
  errors: ['conflict'],
})

export const confirmRuleEnd = people.post('confirmRuleEnd', '/policy/former-rules/{id}/confirmation', {
  params: z.object({ id: text(64) }),
  body: z.strictObject({ reason: text(1000) }),
  response: z.object({ reviews: z.int().min(0) }),
  errors: ['not_found', 'conflict'],
})

const touchedReviews = (which: string) =>
  z
    .object({
      count: z.int().min(0).describe('Number of them'),
      changes: z.array(z.string()).describe('Numbers of the first changes, at most 10'),
    })
    .describe(which)

export const previewPolicyRule = managers.post('previewPolicyRule', '/policy/preview', {
  summary: 'Preview which of the latest changes a rule would have matched, and which open reviews it touches',
  description: 'The rule is evaluated together with the other saved rules; nothing is written.',
  body: z.strictObject({
    id: text(64).nullable().describe('The saved rule that it replaces; null for a new one'),
    rule: NewPolicyRule,
  }),
  response: z.object({
    open_reviews: z
      .object({
        raised: touchedReviews('Reviews that will need a sign-off'),
        kept: touchedReviews('Reviews that keep the need of a sign-off until a second manager confirms the write'),
      })
      .describe('The open reviews that saving the rule touches'),
    considered: z.int().min(0).describe('Number of changes evaluated: the latest to end, at most 150'),
    picked: z.int().min(0).describe('Number of them that the rule would have matched'),
    picked_alone: z.int().min(0).describe('Number of these that no other rule matches'),
    changes: z
      .array(
        z.object({
          number: z.string().describe('Number of the change'),
          title: z.string().describe('Title of the change'),
          ended_at: Timestamp.describe('When it ended'),
          reason: z.string().describe('Why it matches the rule'),
        }),
      )
      .describe('The changes that the rule would have matched, latest first'),
  }),
})

export const PolicyDecision = z
  .object({
    change_number: z.string().describe('Number of the change'),
    is_owed: z.boolean().describe('Whether a review is required'),
    is_sampled: z.boolean().describe('Selected only by a random sample'),
    reasons: z.array(OwedReason).describe('One reason for each matching rule; empty without one'),
    form: oneOf(reviewFormKinds).nullable().describe('Form of the review; null if none is required'),
    due_on: CalendarDate.nullable().describe('Due date; null if none is required'),
    assignee: z.string().nullable().describe('E-mail address of the person it was assigned to; null for nobody'),
    assignee_name: z.string().nullable().describe('Name of that person'),
    assigned_through: z.string().nullable().describe('How that person was chosen, in words'),
    decided_at: Timestamp.describe('When it was decided'),
  })
  .meta({ id: 'PolicyDecision' })
export type PolicyDecision = z.infer<typeof PolicyDecision>

export const findChangeDecision = viewers.get('findChangeDecision', '/changes/{number}/decision', {
  summary: 'Get why a change needs a review or not; null before the decision of the policy',
  params: z.object({ number: z.string().min(1).max(64).describe('Number of the change') }),
  response: z.object({ decision: PolicyDecision.nullable().describe('Null before the decision of the policy') }),
})

/** The conditions of a rule; a change must meet all of them. Null or empty means no condition. */
export type PolicyConditions = {
  readonly types: readonly (typeof changeTypes)[number][]
  readonly risks: readonly (typeof changeRisks)[number][]
  readonly close_codes: readonly CloseCode[]
  /** The change ended more than this many minutes after the planned end. */
  readonly overrun_minutes: number | null
  /** A linked incident has this priority or a more urgent one: 1 (critical) to 5 (planning). */
  readonly incident_priority: number | null
  readonly is_unauthorized: boolean
  /** The change affects at least one of these services. */
  readonly services: readonly string[]
  /** The change was made from one of these models. */
  readonly models: readonly string[]
  /** The change affects at least this many services. */
  readonly service_count: number | null
  /** Percentage of the changes that no other rule matches. */
  readonly sample_percent: number | null
}

/** The assignee of a review: nobody yet, a person, the reviewer of the service, or the next member of a group. */
export type RuleAssignment =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly email: string }
  | { readonly kind: 'service' }
  | { readonly kind: 'group'; readonly group_id: string }
