import { z } from 'zod'
import { reviewForms } from '#lib/contracts/app/review-forms.ts'
import { planStepResults, reviewSteps } from '#lib/contracts/app/review-values.ts'
import { ChangeDocument, changeRisks, changeTypes } from '#lib/contracts/changes.ts'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import { StatedMeasure } from '#lib/contracts/measures.ts'
import { changeStates, closeCodes, polarities, reviewOutcomes } from '#lib/contracts/record-values.ts'
import { once } from '#server/platform/process/process-wide.ts'
import { weekdays } from './calendar.ts'
import { PersonName, ServiceName } from './catalogue.ts'
import { readFolder } from './read-data.ts'

const text = z.string().min(1)
const key = z.string().regex(/^[\w-]+$/)
const minutes = z.int().positive()
const at = z.string().regex(/^\d\d:\d\d$/)

const Incident = z.strictObject({
  key,
  text,
  priority: z.literal([1, 2, 3, 4, 5]),
  after: minutes.describe('Minutes after the actual start'),
  lasts: minutes,
  service: ServiceName.optional().describe('Left out: the first service of the change'),
  linked: z.boolean().default(false).describe('Whether `related_change` names the change; most people leave it empty'),
  cause: z.boolean().default(true).describe('false: it only looks as if the change had caused it'),
  reason: text.optional().describe('Why the review confirmed or rejected it'),
})

const Review = z.strictObject({
  outcome: z.enum(reviewOutcomes),
  afterDays: z
    .int()
    .positive()
    .optional()
    .describe('Working days from the end of the change to the completed review. Left out: it waits for sign-off'),
  because: text,
  restriction: text.optional().describe('What of the objective was not met'),
  reviewer: PersonName,
  signedOffBy: PersonName.optional(),
  reopenedFor: key
    .optional()
    .describe('The incident that was found after a first completion on the day after the work'),
  deviations: z
    .array(z.strictObject({ step: text, result: z.enum(planStepResults).exclude(['done']), note: text }))
    .default([])
    .describe('Steps that did not go as planned, with words that the plan contains'),
  backout: z.strictObject({ hasWorked: z.boolean(), note: text }).optional(),
  risk: reviewForms.risk.partial().default({}),
  effect: reviewForms.outcome
    .omit({ outcome: true, justification: true })
    .partial()
    .default({})
    .describe('Cause and impact'),
})

const Improvement = z.strictObject({
  title: text,
  description: text,
  owner: PersonName,
  category: text,
  priority: z.enum(['high', 'medium', 'low']),
  status: z.enum(improvementStatuses),
  dueWeeks: z.int().positive().describe('Weeks from the review to the target date'),
  evidence: text.optional().describe('What shows that it is done'),
})

const Lesson = z.strictObject({
  title: text,
  polarity: z.enum(polarities),
  category: text,
  subcategory: text,
  tags: z.array(text),
  technologies: z.array(text),
  context: text,
  happened: text,
  lesson: text,
  recommendations: z.array(text),
})

const PromisedMeasure = StatedMeasure.omit({ id: true }).extend({
  stated_by: PersonName,
  readings: z
    .array(z.strictObject({ hours: z.number(), value: z.number(), source: text }))
    .default([])
    .describe('What was read, hours after the end of the work'),
})

/**
 * A change and its consequences. Texts may contain `{change}`, `{pir}`, `{incident:key}` of the same story and
 * `{change:story}`, `{pir:story}`, `{incident:story/key}` of another one, `{month}`, `{service}` and each name of
 * `values`.
 */
export const Story = z.strictObject({
  key,
  title: text,
  description: text.nullable().default(null),
  objective: text.nullable().default(null),
  measures: z.array(PromisedMeasure).default([]),
  model: text.nullable().default(null),
  parent: key.optional().describe('The story of the change to which it belongs'),
  type: z.enum(changeTypes),
  risk: z.enum(changeRisks).nullable().default(null),
  state: z.enum(changeStates),
  services: z.tuple([ServiceName], ServiceName),
  team: text,
  assignee: PersonName.optional(),
  requester: PersonName,
  approver: PersonName.optional().describe(
    'Left out, except for a standard change: the chair of the change advisory board',
  ),
  planned: z.union([
    z.strictObject({ weeksAgo: z.int().describe('Negative: ahead'), day: z.enum(weekdays), at, minutes }),
    z.strictObject({ daysAgo: z.int(), at, minutes }),
  ]),
  leadDays: z.int().optional().describe('Days from the record to the planned start. Left out: drawn'),
  actual: z
    .strictObject({ late: minutes.default(0), minutes })
    .nullable()
    .default(null)
    .describe('Minutes after the planned start, and how long the work took'),
  closeCode: z.enum(closeCodes).nullable().default(null).describe('How the implementer closed the work'),
  unauthorized: z.boolean().default(false),
  values: z.record(key, text).default({}),
  plan: ChangeDocument.nullable().default(null),
  riskAssessment: ChangeDocument.nullable().default(null),
  backout: ChangeDocument.nullable().default(null),
  incidents: z.array(Incident).default([]),
  review: Review.optional().describe('The review, completed or submitted for sign-off'),
  begun: z
    .strictObject({ reviewer: PersonName, steps: z.array(z.enum(reviewSteps)) })
    .optional()
    .describe('A review in progress: its reviewer, and the steps that are filled in'),
  improvements: z.array(Improvement).default([]),
  lessons: z.array(Lesson).default([]),
})

export type Story = z.infer<typeof Story>
export type StoryReview = z.infer<typeof Review>
export type StoryIncident = z.infer<typeof Incident>
export type StoryLesson = z.infer<typeof Lesson>
export type StoryImprovement = z.infer<typeof Improvement>

/** A file of stories; `common` holds what they share by YAML anchors. */
const StoryFile = z.strictObject({ common: z.unknown().optional(), stories: z.array(Story).min(1) })

export const readStories = once((): readonly Story[] =>
  readFolder('stories', StoryFile).flatMap(({ stories }) => stories),
)
