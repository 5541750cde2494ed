import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import { CalendarDate, oneOf, RecordedTimestamp, Timestamp, text } from '#lib/contracts/primitives.ts'
import { polarities } from '#lib/contracts/record-values.ts'
import {
  incidentDecisions,
  lessonPublications,
  objectiveAnswers,
  planStepResults,
  reviewReturnKinds,
  reviewSteps,
  riskVerdicts,
} from './review-values.ts'

/** The steps of a review that have a form; sign-off follows them. */
export type ReviewStep = (typeof reviewSteps)[number]

/** A list whose entries have distinct values in a field. */
const distinct = <Name extends string, Entry extends z.ZodType<Record<Name, string>>>(
  entry: Entry,
  name: Name,
  { max, noun }: { max: number; noun: string },
) =>
  z
    .array(entry)
    .max(max, { error: `must have at most ${max.toLocaleString('en')} ${noun}` })
    .refine((entries) => new Set(entries.map((item) => item[name])).size === entries.length, {
      error: `must not have two ${noun} with the same ${name}`,
    })

/** Free text of a form; may be empty. */
const notes = z.string({ error: 'must be text' }).max(20_000, { error: 'must have at most 20,000 characters' })
const key = z.string({ error: 'must be text' }).min(1).max(200)
const flag = z.boolean({ error: 'must be true or false' })
/** An answer of the short form whose details are in the full form; absent in older forms. */
const shortAnswer = (meaning: string) => flag.optional().describe(`Answer of the short form: ${meaning}`)
const labels = z.array(text(64)).max(50, { error: 'must have at most 50 entries' })

/** Steps are identified by the keys of `readPlanSteps`. */
export const PlanForm = z
  .strictObject({
    steps: distinct(
      z.strictObject({
        key: key.describe('Path of the step in the plan, and a hash of its text'),
        result: oneOf(planStepResults).nullable().describe('How it went; null while not marked'),
        note: notes.describe('Why it was skipped, or how it deviated'),
      }),
      'key',
      { max: 1_000, noun: 'steps' },
    ).describe('The steps of implementation and backout plan that are marked'),
    actual_start: Timestamp.nullable().describe('When the work started'),
    actual_end: Timestamp.nullable().describe('When the work ended'),
    is_backout_used: flag.nullable().describe('Whether the backout plan was used'),
    has_backout_worked: flag.nullable().describe('Whether the backout worked'),
    is_objective_met: oneOf(objectiveAnswers).nullable().describe('Whether the objective was met'),
    notes: notes.describe('Notes on the plan'),
    is_any_deviated: shortAnswer('not all steps were carried out as planned'),
  })
  .meta({ id: 'PlanForm' })

export const RiskForm = z
  .strictObject({
    verdict: oneOf(riskVerdicts).nullable().describe('Whether the risk was rated correctly'),
    missed: notes.describe('What the assessment missed'),
  })
  .meta({ id: 'RiskForm' })

export const IncidentsForm = z
  .strictObject({
    window_start: Timestamp.nullable().describe('Start of the window for incidents'),
    window_end: Timestamp.nullable().describe('End of the window for incidents'),
    decisions: distinct(
      z.strictObject({
        incident: key.describe('Number of the incident'),
        decision: oneOf(incidentDecisions).describe('Whether the change caused it'),
        reason: notes.describe('Why'),
      }),
      'incident',
      { max: 500, noun: 'decisions' },
    ).describe('Decisions on incidents'),
    is_none_caused: flag.describe('The reviewer checked and found no incident caused by the change'),
    is_any_caused: shortAnswer('the change caused an incident'),
  })
  .meta({ id: 'IncidentsForm' })

export const OutcomeForm = z
  .strictObject({
    outcome: ReviewOutcome.nullable().describe('The outcome chosen'),
    justification: notes.describe('Why it differs from the outcome that the evidence suggests'),
  })
  .meta({ id: 'OutcomeForm' })

export const ImprovementsForm = z
  .strictObject({
    is_none_needed: flag.describe('The reviewer decided that no action is needed'),
    notes: notes.describe('Notes on the actions'),
    is_any_needed: shortAnswer('an improvement action is needed'),
  })
  .meta({ id: 'ImprovementsForm' })

export const LessonDraft = z
  .strictObject({
    key: key.describe('Key of the draft, unique within the review'),
    title: z.string().max(200, { error: 'must have at most 200 characters' }).describe('Heading of the article'),
    content: z.string().max(50_000, { error: 'must have at most 50,000 characters' }).describe('Text, as Markdown'),
    polarity: oneOf(polarities).describe('What kind of lesson'),
    category: z.string().max(64, { error: 'must have at most 64 characters' }).describe('What it is about'),
    tags: labels.describe('Free labels'),
    technologies: labels.describe('Technologies it concerns'),
    article_id: z.string().nullable().describe('Article that it was published as; set by the server'),
    publishes: oneOf(lessonPublications)
      .optional()
      .describe(
        'Published once the review is completed: as written, or with names of people replaced by their role; absent while it is only a draft, and afterwards; set by the server',
      ),
  })
  .meta({ id: 'LessonDraft' })
export type LessonDraft = z.infer<typeof LessonDraft>

export const LessonsForm = z
  .strictObject({
    drafts: distinct(LessonDraft, 'key', { max: 50, noun: 'lessons' }).describe('Lessons, published or not'),
    is_none_learned: flag.describe('The reviewer decided that there is nothing to publish'),
    is_any_learned: shortAnswer('there is a lesson to publish'),
  })
  .meta({ id: 'LessonsForm' })

/** The form of each step. */
export const reviewForms = {
  plan: PlanForm,
  risk: RiskForm,
  incidents: IncidentsForm,
  outcome: OutcomeForm,
  improvements: ImprovementsForm,
  lessons: LessonsForm,
} as const satisfies Record<ReviewStep, z.ZodType>

/** The forms in requests, which limit times to the years that records may have. */
export const writtenForms = {
  ...reviewForms,
  plan: PlanForm.extend({ actual_start: RecordedTimestamp.nullable(), actual_end: RecordedTimestamp.nullable() }),
} as const satisfies Record<ReviewStep, z.ZodType>

export type ReviewForm<Step extends ReviewStep> = z.infer<(typeof reviewForms)[Step]>

/** A field of a form with its step, such as `plan.is_objective_met`. */
export type ReviewField = { [Step in ReviewStep]: `${Step}.${keyof ReviewForm<Step> & string}` }[ReviewStep]

/** The fields of all forms. */
export const ReviewField = oneOf(
  reviewSteps.flatMap((step) =>
    Object.keys(reviewForms[step].shape).map((name) => `${step}.${name}` as ReviewField),
  ) as [ReviewField, ...ReviewField[]],
)

/**
 * The form of any step, documented as one of the six. The step is in the path, so a schema of the body cannot select
 * the form, and errors of a union would name fields of other steps: its command validates it with the schema of
 * its step.
 */
export const AnyForm = z.record(z.string(), z.unknown()).meta({
  override: {
    anyOf: Object.values(reviewForms).map((form) => ({ $ref: `#/components/schemas/${form.meta()?.id}` })),
  },
})

/** Review fields of the change that a token set to submit the review, or after its completion in the pages. */
export const ApiWrite = z.object({
  at: Timestamp.describe('When the last of them was written'),
  by: z.string().describe('Name of the token'),
  pir_outcome: ReviewOutcome.nullable().optional().describe('New value; absent when not set'),
  pir_reference: z.string().nullable().optional().describe('New value; absent when not set'),
  pir_date: CalendarDate.nullable().optional().describe('New value; absent when not set'),
})

export const ReviewReturn = z.object({
  kind: oneOf(reviewReturnKinds).describe('`returned` instead of signed off, or `reopened` after its completion'),
  at: Timestamp.describe('When'),
  by: z.string().describe('Name of the person who did it'),
  reason: z.string().describe('Why'),
  step: oneOf(reviewSteps).optional().describe('Step that the reason is about; absent for the whole review'),
})
export type ReviewReturn = z.infer<typeof ReviewReturn>

export const WaiverRequest = z.object({
  at: Timestamp.describe('When'),
  by: z.string().describe('Name of the manager who requested it'),
  email: z.string().describe('E-mail address of that manager'),
  reason: z.string().describe('Why'),
})
export type WaiverRequest = z.infer<typeof WaiverRequest>

export const OwedReason = z
  .object({
    rule_id: z.string().describe('Identifier of the rule'),
    rule: z.string().describe('Name of the rule on the day of the decision'),
    text: z.string().describe('Why the change matches it'),
  })
  .meta({ id: 'OwedReason' })
export type OwedReason = z.infer<typeof OwedReason>
