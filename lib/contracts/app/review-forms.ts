import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import {
  CalendarDate,
  Flag,
  lineText,
  oneOf,
  RecordedTimestamp,
  Timestamp,
  text,
  whole,
} from '#lib/contracts/primitives.ts'
import { polarities } from '#lib/contracts/record-values.ts'
import { checkKinds } from '#lib/review/questions/checks.ts'
import {
  type Answers,
  createFormSchema,
  createGivenSchema,
  describeQuestion,
  type Question,
  type QuestionOf,
  type Schemas,
} from '#lib/review/questions/kinds.ts'
import { completeByExample, emptyAnswers, type Questions, type Step } from '#lib/review/questions/question.ts'
import { steps } from '#lib/review/questions/steps.ts'
import {
  incidentDecisions,
  lessonPublications,
  planStepResults,
  reviewReturnKinds,
  reviewSteps,
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
const maxTextLength = 20_000
const notes = z.string({ error: 'must be text' }).max(maxTextLength, { error: 'must have at most 20,000 characters' })
const key = z.string({ error: 'must be text' }).min(1).max(200)
const labels = z.array(text(64)).max(50, { error: 'must have at most 50 entries' })

const schemas: Schemas = {
  flag: Flag,
  moment: Timestamp,
  notes,
  text: text(maxTextLength),
  oneOf: (values) => oneOf(values as [string, ...string[]]),
  someOf: (values) =>
    z
      .array(values === undefined ? lineText(100) : oneOf(values as [string, ...string[]]))
      .max(50, { error: 'must have at most 50 entries' })
      .overwrite((list) => [...new Set(list)]),
  number(max) {
    const error = `must be a number from 0 to ${max.toLocaleString('en')}`
    return z.number({ error }).min(0, { error }).max(max, { error })
  },
  whole: (max) => whole(0, max),
}

export const createProposedAnswer = (question: Question): z.ZodType =>
  createGivenSchema(question, schemas).describe(describeQuestion(question))

/** Schemas of a step beside those of the kinds of its questions: of its lists, and of answers that other records have. */
type OwnAnswers<Asked extends Questions> = {
  readonly [Name in keyof Asked as Asked[Name] extends QuestionOf<'entries'> ? Name : never]: z.ZodType
}
type AnswerShape<Asked extends Questions, Own> = {
  [Name in keyof Asked]: Name extends keyof Own
    ? Own[Name]
    : Asked[Name] extends QuestionOf<'short_yes'>
      ? z.ZodOptional<z.ZodBoolean>
      : z.ZodType<Asked[Name]['empty']>
}

/** The form of a step. Answers that may be absent come last. */
function createForm<Asked extends Questions, const Own extends OwnAnswers<Asked>>(
  { name, questions }: Step<string, Asked>,
  own: Own,
) {
  const asked = Object.entries<Question>(questions)
  const isLast = ([, { kind }]: (typeof asked)[number]) => kind === 'short_yes'
  const shape = [...asked.filter((one) => !isLast(one)), ...asked.filter(isLast)].map(([field, question]) => {
    const answer = (own as Readonly<Record<string, z.ZodType>>)[field] ?? createFormSchema(question, schemas)
    return [field, answer.describe(describeQuestion(question))]
  })
  return z
    .strictObject(Object.fromEntries(shape) as AnswerShape<Asked, Own>)
    .meta({ id: `${name[0]?.toUpperCase()}${name.slice(1)}Form` })
}

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

export const reviewForms = {
  plan: createForm(steps.plan, {
    steps: distinct(
      z.strictObject({
        key: key.describe('Path of the step in the plan, and a hash of its text'),
        result: oneOf(planStepResults).nullable().describe('How it went; null while not marked'),
        note: notes.describe('Why it was skipped, or how it deviated'),
      }),
      'key',
      { max: 1_000, noun: 'steps' },
    ),
    checks: distinct(
      z.strictObject({
        check: key.describe('Identifier of the check'),
        version: z.int().min(1).describe('Version of its wording that is answered'),
        wording: z.string().describe('The question; set by the server'),
        kind: oneOf(checkKinds).describe('How it is answered; set by the server'),
        answer: z
          .string()
          .max(2_000, { error: 'must have at most 2,000 characters' })
          .nullable()
          .describe('`yes`, `no`, `not_applicable`, one of its options, a number or a text; null if it was left open'),
        note: notes.describe('Remark'),
        is_expected: Flag.nullable().describe('Whether it is as it should be; null if nothing is; set by the server'),
      }),
      'check',
      { max: 200, noun: 'checks' },
    ),
  }),
  risk: createForm(steps.risk, {}),
  incidents: createForm(steps.incidents, {
    decisions: distinct(
      z.strictObject({
        incident: key.describe('Number of the incident'),
        decision: oneOf(incidentDecisions).describe('Whether the change caused it'),
        reason: notes.describe('Why'),
      }),
      'incident',
      { max: 500, noun: 'decisions' },
    ),
  }),
  outcome: createForm(steps.outcome, { outcome: ReviewOutcome.nullable() }),
  improvements: createForm(steps.improvements, {}),
  lessons: createForm(steps.lessons, { drafts: distinct(LessonDraft, 'key', { max: 50, noun: 'lessons' }) }),
} as const satisfies Record<ReviewStep, z.ZodType>

/** The forms in requests, which limit times to the years that records may have. */
export const writtenForms = {
  ...reviewForms,
  plan: reviewForms.plan.extend({
    actual_start: RecordedTimestamp.nullable(),
    actual_end: RecordedTimestamp.nullable(),
  }),
} as const satisfies Record<ReviewStep, z.ZodType>

export type ReviewForm<Step extends ReviewStep> = z.infer<(typeof reviewForms)[Step]>

/** Returns a form with these answers; the questions that they lack, such as newer ones, are open. */
export const fillForm = <Step extends ReviewStep>(step: Step, answers: Answers) =>
  ({ ...emptyAnswers(steps[step]), ...answers }) as ReviewForm<Step>

/** Returns a form with these answers, completed by the examples of the required questions that they leave open. */
export const fillExample = <Step extends ReviewStep>(step: Step, answers: Answers = {}) =>
  completeByExample(steps[step], answers) as ReviewForm<Step>

/** A field of a form with its step, such as `plan.is_objective_met`. */
export type ReviewField = { [Step in ReviewStep]: `${Step}.${keyof ReviewForm<Step> & string}` }[ReviewStep]

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
