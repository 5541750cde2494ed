import { z } from 'zod'
import { serviceNowTables } from './connection-values.ts'
import type { OptionSet } from './connector-form.ts'
import { Flag, nameText, oneOf, text, whole } from './primitives.ts'

/** The interval of a connection, and its limit of requests. */
const pace = {
  interval_minutes: whole(1, 1440).default(5),
  requests_per_minute: whole(1, 6000).default(120),
}

const fieldName = text(80).regex(/^[a-z][a-z0-9_]*$/, { error: 'must be the name of a field, such as u_review_status' })

const TableOptions = z.strictObject({
  filter: text(2000).nullable().default(null),
  mapping: nameText(80).nullable().default(null),
})

const ServiceNowSignIn = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('basic'), user: text(200) }),
  z.strictObject({ method: z.literal('oauth'), client_id: text(200) }),
  z.strictObject({ method: z.literal('token') }),
])

/** The data that completing a review writes to ServiceNow; all off by default. */
const ServiceNowWrites = z.strictObject({
  review: Flag.default(false),
  review_fields: z
    .strictObject({
      status: fieldName.default('review_status'),
      date: fieldName.default('review_date'),
      comments: fieldName.default('review_comments'),
    })
    .prefault({}),
  correlation_id: Flag.default(false),
  close: Flag.default(false),
  caused_by: Flag.default(false),
  work_note: Flag.default(false),
  improvements: oneOf(['problem_task', 'change_task']).nullable().default(null),
  lessons: Flag.default(false),
  knowledge_base: text(64).nullable().default(null),
})

export const ServiceNowOptions = z.strictObject({
  sign_in: ServiceNowSignIn,
  tables: z.partialRecord(oneOf(serviceNowTables), TableOptions).default({}),
  ...pace,
  page_size: whole(1, 10_000).default(500),
  writes: ServiceNowWrites.prefault({}),
})
export type ServiceNowOptions = z.infer<typeof ServiceNowOptions>

const improvementStatus = oneOf(['open', 'in_progress', 'done'])

/** Options of a tracker, where improvement actions are issues. */
const tracker = {
  project: text(200).nullable().default(null),
  further_projects: z.array(text(200)).max(50).default([]),
  statuses: z.record(z.string().min(1).max(100), improvementStatus).default({}),
  ...pace,
}

/** Options of a sender of events: the names of production environments, and the services behind its names. */
const sender = {
  production: z.array(text(100)).max(50).default(['production', 'prod']),
  services: z.record(z.string().min(1).max(200), text(200)).default({}),
}

export const JiraOptions = z.strictObject({
  sign_in: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('basic'), user: text(200) }),
    z.strictObject({ method: z.literal('token') }),
  ]),
  issue_type: text(100).default('Task'),
  ...tracker,
})
export type JiraOptions = z.infer<typeof JiraOptions>

export const TrackerOptions = z.object(tracker)

export const RepositoryOptions = z.strictObject({ ...tracker, ...sender })
export type RepositoryOptions = z.infer<typeof RepositoryOptions>

export const SenderOptions = z.strictObject({
  ...sender,
  fields: z.record(z.string().min(1).max(60), text(200)).default({}),
})
export type SenderOptions = z.infer<typeof SenderOptions>

const optionSchemas = {
  servicenow: ServiceNowOptions,
  jira: JiraOptions,
  repository: RepositoryOptions,
  sender: SenderOptions,
  prometheus: z.strictObject(pace),
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
