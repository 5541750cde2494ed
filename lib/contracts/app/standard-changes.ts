import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, lineText, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'

const decisions = ['standard', 'not_standard'] as const
const proposals = ['grant', 'revoke', 'renew'] as const

const upTo = (most: number) => {
  const error = `must be a whole number from 1 to ${most.toLocaleString('en')}`
  return z.int({ error }).min(1, { error }).max(most, { error })
}

/** When a decision on a change model is proposed. */
export const StandardRule = z
  .strictObject({
    months: upTo(60).describe('Months until today whose reviews count'),
    reviewed: upTo(1_000).describe('Reviewed changes, none of them failed, after which it may become standard'),
    issues: upTo(1_000).describe(
      'Changes with issues or partial success after which it should no longer be standard, as after one that failed',
    ),
    valid_months: upTo(60).describe('Months after which a decision is to be renewed, as proposed'),
  })
  .meta({ id: 'StandardRule' })
export type StandardRule = z.infer<typeof StandardRule>

/** The rule until a manager changes it. */
export const defaultStandardRule: StandardRule = { months: 12, reviewed: 10, issues: 2, valid_months: 12 }

const list = z.string().describe('URL of the page with these changes')

const Outcomes = z.object({
  reviewed: z.int().min(0).describe('Changes whose review was completed with an outcome'),
  failed: z.int().min(0).describe('Those that failed'),
  issues: z.int().min(0).describe('Those that were successful with issues, or partially'),
})

export const StandardDecision = z
  .object({
    edition: z.int().min(1).describe('1 for the first; a decision after a confirmed one is the next edition'),
    decision: oneOf(decisions),
    reason: z.string().describe('Why it was decided'),
    owner: z.string().nullable().describe('E-mail address of the person who answers for the model'),
    owner_name: z.string().nullable(),
    expires_on: CalendarDate.nullable().describe('Last day of a standard change; null for another decision'),
    decided_by: z.string().describe('E-mail address of the manager who decided'),
    decided_by_name: z.string().nullable(),
    decided_at: Timestamp,
    confirmed_by: z.string().nullable().describe('E-mail address of the second manager; null until then'),
    confirmed_by_name: z.string().nullable(),
    confirmed_at: Timestamp.nullable(),
    figures: Outcomes.extend({ rule: StandardRule }).describe(
      'The reviewed changes on that day, by the rule of that day; an evidence pack lists them',
    ),
    version: z.int().min(1).describe('Incremented by each write; determines the ETag'),
  })
  .meta({ id: 'StandardDecision' })
export type StandardDecision = z.infer<typeof StandardDecision>

export const ChangeModel = z
  .object({
    model: z.string().describe('Name of the change model or template'),
    changes: z.int().min(0).describe('Its changes that ended in the months of the rule'),
    list,
    ...Outcomes.shape,
    reviewed_list: list,
    quarters: z
      .array(
        z.object({
          quarter: z.string().describe('Such as `2026-Q3`'),
          outcomes: z.partialRecord(ReviewOutcome, z.int().min(1)).describe('Reviewed changes by outcome'),
        }),
      )
      .describe('The reviews of each quarter of these months'),
    last_failure: z.object({ number: z.string(), pir_date: CalendarDate }).nullable(),
    is_standard: z.boolean().describe('Whether two managers agreed that it is, and the decision has not expired'),
    proposal: oneOf(proposals)
      .nullable()
      .describe('What the rule proposes: that it becomes standard, no longer is, or is renewed'),
    decision: StandardDecision.nullable().describe('The last decision that a second manager confirmed'),
    pending: StandardDecision.nullable().describe('A later one that waits for a second manager'),
  })
  .meta({ id: 'ChangeModel' })
export type ChangeModel = z.infer<typeof ChangeModel>

const Model = z.object({ model: lineText(200).describe('Name of the change model') })

const NewStandardDecision = Model.extend({
  decision: oneOf(decisions),
  reason: text(2_000).describe('Why'),
  owner: EmailAddress.nullable().default(null).describe('Who answers for it; a standard change has an owner'),
  expires_on: CalendarDate.nullable().default(null).describe('Last day on which it is standard'),
})

const viewers = endpointsFor('Insights', { role: 'viewer' })
const people = endpointsFor('Insights', { role: 'manager', onlyPeople: true })

export const listChangeModels = viewers.get('listChangeModels', '/standard-changes', {
  summary: 'List the change models with the outcomes of their reviews, and what is decided about them',
  description:
    'Models with at least two changes or a decision; those on which a decision is proposed first. Figures count changes ' +
    'that are neither cancelled nor stubs; reviews count by their date. A proposal that a model no longer is standard needs a review that the last decision did not know.',
  response: z.object({ rule: StandardRule, result: z.array(ChangeModel), total_count: z.int().min(0) }),
})

export const decideStandard = people.put('decideStandard', '/standard-changes/decision', {
  body: NewStandardDecision.strict(),
  response: StandardDecision,
  errors: ['not_found'],
  versioned: true,
})

export const confirmStandard = people.post('confirmStandard', '/standard-changes/confirmation', {
  body: Model.strict(),
  response: StandardDecision,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

export const setStandardRule = people.put('setStandardRule', '/standard-changes/rule', {
  body: StandardRule,
  response: StandardRule,
  errors: [],
})

/** The most changes that get a model at once. */
export const maxNamed = 200

export const listTitleModels = endpointsFor('Insights', { role: 'manager' }).get(
  'listTitleModels',
  '/standard-changes/titles',
  {
    summary: 'Propose change models from titles that differ in numbers and months only',
    description:
      'Of the latest 20,000 changes without a model in the months of the rule, at most 50 titles that occur three times, the most frequent first. A manager decides whether it is a model.',
    response: z.object({
      result: z.array(
        z.object({
          name: z.string().describe('What the titles have in common'),
          title: z.string().describe('The title of the latest of these changes'),
          count: z.int().min(3).describe('Number of these changes'),
          changes: z.array(z.string()).describe(`Their numbers, the latest first; at most ${maxNamed}`),
        }),
      ),
      total_count: z.int().min(0),
    }),
  },
)

export const nameModel = people.post('nameModel', '/standard-changes/models', {
  body: Model.extend({
    changes: z
      .array(text(64))
      .min(1, { error: 'must name at least one change' })
      .max(maxNamed, { error: `must have at most ${maxNamed} entries` })
      .describe('Numbers of changes without a model'),
  }).strict(),
  response: z.object({ changes: z.int().min(0).describe('Number of changes that got the model') }),
  errors: ['not_found', 'conflict'],
})
