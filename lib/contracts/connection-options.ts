import { z } from 'zod'
import { serviceNowTables } from './connection-values.ts'
import type { OptionSet } from './connector-form.ts'
import { nameText, oneOf, text, whole } from './primitives.ts'

const flag = z.boolean({ error: 'must be true or false' })

/** The interval of a connection, and its limit of requests. */
const pace = {
  interval_minutes: whole(1, 1440).default(5).describe('Minutes between two reads'),
  requests_per_minute: whole(1, 6000).default(120).describe('Maximum requests per minute'),
}

const fieldName = text(80).regex(/^[a-z][a-z0-9_]*$/, { error: 'must be the name of a field, such as u_review_status' })

const TableOptions = z.strictObject({
  filter: text(2000).nullable().default(null).describe('An encoded query; only rows that match it are read'),
  mapping: nameText(80).nullable().default(null).describe('The name of a saved mapping of columns'),
})

const ServiceNowSignIn = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('basic'), user: text(200) }),
  z.strictObject({ method: z.literal('oauth'), client_id: text(200) }),
  z.strictObject({ method: z.literal('token') }),
])

/** The data that completing a review writes to ServiceNow; all off by default. */
const ServiceNowWrites = z.strictObject({
  review: flag.default(false).describe('Status, date and comments of the review, in the fields below'),
  review_fields: z
    .strictObject({
      status: fieldName.default('review_status'),
      date: fieldName.default('review_date'),
      comments: fieldName.default('review_comments'),
    })
    .prefault({}),
  correlation_id: flag.default(false).describe('The reference of the review, as correlation_id of the change'),
  close: flag.default(false).describe('Close code and notes, where the state of the change allows it'),
  caused_by: flag.default(false).describe('The change as caused_by of confirmed incidents'),
  work_note: flag.default(false).describe('A work note with a link to the review'),
  improvements: oneOf(['problem_task', 'change_task'])
    .nullable()
    .default(null)
    .describe('The table that improvement actions are added to'),
  lessons: flag.default(false).describe('Published lessons as drafts of kb_knowledge'),
  knowledge_base: text(64).nullable().default(null).describe('The sys_id of the knowledge base of the drafts'),
})

export const ServiceNowOptions = z
  .strictObject({
    sign_in: ServiceNowSignIn,
    tables: z.partialRecord(oneOf(serviceNowTables), TableOptions).default({}),
    ...pace,
    page_size: whole(1, 10_000).default(500).describe('Rows requested at once'),
    writes: ServiceNowWrites.prefault({}),
  })
  .meta({ id: 'ServiceNowOptions' })
export type ServiceNowOptions = z.infer<typeof ServiceNowOptions>

const improvementStatus = oneOf(['open', 'in_progress', 'done'])

/** Options of a tracker, where improvement actions are issues. */
const tracker = {
  project: text(200)
    .nullable()
    .default(null)
    .describe('The project or repository that issues are created in, and linked from'),
  further_projects: z
    .array(text(200))
    .max(50)
    .default([])
    .describe('Other projects or repositories whose issues may be linked'),
  statuses: z
    .record(z.string().min(1).max(100), improvementStatus)
    .default({})
    .describe('The status of an action for each status of an issue; others follow from its category'),
  ...pace,
}

/** Options of a sender of events: the names of production environments, and the services behind its names. */
const sender = {
  production: z
    .array(text(100))
    .max(50)
    .default(['production', 'prod'])
    .describe('Names of environments that are production'),
  services: z
    .record(z.string().min(1).max(200), text(200))
    .default({})
    .describe('The Hindsight service for a repository, application or service of the sender'),
}

export const JiraOptions = z
  .strictObject({
    sign_in: z.discriminatedUnion('method', [
      z.strictObject({ method: z.literal('basic'), user: text(200) }),
      z.strictObject({ method: z.literal('token') }),
    ]),
    issue_type: text(100).default('Task'),
    ...tracker,
  })
  .meta({ id: 'JiraOptions' })
export type JiraOptions = z.infer<typeof JiraOptions>

/** The options of every tracker. */
export const TrackerOptions = z.object(tracker)

export const RepositoryOptions = z.strictObject({ ...tracker, ...sender }).meta({ id: 'RepositoryOptions' })
export type RepositoryOptions = z.infer<typeof RepositoryOptions>

export const SenderOptions = z
  .strictObject({
    ...sender,
    fields: z
      .record(z.string().min(1).max(60), text(200))
      .default({})
      .describe('For JSON of your own: where each fact is, such as `status: deployment.state`'),
  })
  .meta({ id: 'SenderOptions' })
export type SenderOptions = z.infer<typeof SenderOptions>

const optionSchemas = {
  servicenow: ServiceNowOptions,
  jira: JiraOptions,
  repository: RepositoryOptions,
  sender: SenderOptions,
} as const satisfies Readonly<Record<OptionSet, z.ZodType>>

export type ConnectionOptions = z.infer<(typeof optionSchemas)[keyof typeof optionSchemas]>

type OptionIssue = { readonly path: (string | number)[]; readonly message: string }

/** Returns the options with their defaults, or the error in them. */
export function parseOptions(
  set: OptionSet,
  options: unknown,
): { readonly options?: ConnectionOptions; readonly issues: readonly OptionIssue[] } {
  const parsed = optionSchemas[set].safeParse(options)
  if (parsed.success) return { options: parsed.data, issues: [] }
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: ['options', ...path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
    message,
  }))
  return { issues }
}
