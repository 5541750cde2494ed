import { type FieldSpec, formatFieldValue, parseFieldText } from '#components/ui/form/field-spec.ts'
import { type ServiceNowTable, serviceNowTables } from '#lib/contracts/connection-values.ts'
import type { ConnectorForm, OptionSet } from '#lib/contracts/connector-form.ts'

/** Texts of the controls by the key of their field. */
export type ConnectionTexts = Record<string, string>

/** A field whose key is the path of its value in the connection, with `/` as separator. */
type ConnectionField = FieldSpec & {
  /** Kind of records whose saved mappings the field offers. */
  readonly importKind?: string
  readonly isShown?: (texts: ConnectionTexts) => boolean
  /** Initial text in the form of a new connection, instead of the default value. */
  readonly start?: string
}

export type FieldGroup = { readonly title: string; readonly hint?: string; readonly fields: readonly ConnectionField[] }

const field = (key: string, label: string, kind: ConnectionField['kind'], more: Partial<ConnectionField> = {}) => ({
  key,
  label,
  kind,
  ...more,
})

const isMethod = (method: string) => (texts: ConnectionTexts) => texts['options/sign_in/method'] === method

/** Fields for the URL of the other system and the sign-in there. */
function createUrlGroup({ url, isSuggested, signIn }: NonNullable<ConnectorForm['api']>): FieldGroup {
  const { methods = {}, user = '', secret } = signIn
  const options = Object.entries(methods).map(([value, label]) => ({ value, label }))
  const [first] = options
  return {
    title: 'URL and sign-in',
    fields: [
      field('url', 'URL', 'text', { isRequired: true, hint: `Such as ${url}.`, ...(isSuggested && { start: url }) }),
      ...(first ? [field('options/sign_in/method', 'Sign-in', 'choice', { start: first.value, options })] : []),
      ...(methods.oauth
        ? [field('options/sign_in/client_id', 'Client ID', 'text', { isRequired: true, isShown: isMethod('oauth') })]
        : []),
      ...(methods.basic
        ? [field('options/sign_in/user', user, 'text', { isRequired: true, isShown: isMethod('basic') })]
        : []),
      field('secret', secret.label, 'secret', { hint: secret.hint }),
    ],
  }
}

const paceGroup = {
  title: 'Pace',
  fields: [
    field('options/interval_minutes', 'Minutes between two reads', 'number'),
    field('options/requests_per_minute', 'Maximum requests per minute', 'number'),
  ],
}

/** Plural name for the rows of each table, and the kind of records that they become; null for none. */
export const tableLabels = {
  change_request: { label: 'Changes', importKind: 'changes' },
  incident: { label: 'Incidents', importKind: 'incidents' },
  change_task: { label: 'Change tasks', importKind: null },
  problem: { label: 'Problems', importKind: null },
  sys_user: { label: 'People', importKind: 'users' },
  cmdb_ci_service: { label: 'Services', importKind: 'products' },
  kb_knowledge: { label: 'Knowledge articles', importKind: 'articles' },
} as const satisfies Readonly<Record<ServiceNowTable, object>>

const suggestedTables: readonly string[] = ['change_request', 'incident']

const tablesGroup: FieldGroup = {
  title: 'What is read',
  hint: 'A filter is an encoded query of ServiceNow. Without a mapping, the usual fields are read.',
  fields: serviceNowTables.flatMap((table) => {
    const key = `options/tables/${table}`
    const { label, importKind } = tableLabels[table]
    const isShown = (texts: ConnectionTexts) => texts[key] === 'true'
    return [
      field(key, `${label} (${table})`, 'flag', suggestedTables.includes(table) ? { start: 'true' } : {}),
      field(`${key}/filter`, `Filter of ${table}`, 'text', { isShown }),
      ...(importKind
        ? [field(`${key}/mapping`, `Mapping of ${table}`, 'choice', { isShown, importKind, none: 'The usual fields' })]
        : []),
    ]
  }),
}

const isOn = (name: string) => (texts: ConnectionTexts) => texts[`options/writes/${name}`] === 'true'

const writesGroup: FieldGroup = {
  title: 'What is written back',
  hint: 'When a review is completed. A change in ServiceNow that Hindsight did not make is shown, never overwritten.',
  fields: [
    field('options/writes/review', 'Status, date and comments of the review', 'flag'),
    field('options/writes/review_fields/status', 'Field for the status', 'text', { isShown: isOn('review') }),
    field('options/writes/review_fields/date', 'Field for the date', 'text', { isShown: isOn('review') }),
    field('options/writes/review_fields/comments', 'Field for the comments', 'text', { isShown: isOn('review') }),
    field('options/writes/correlation_id', 'Reference of the review, as correlation ID', 'flag'),
    field('options/writes/close', 'Close code and notes, where the change can be closed', 'flag'),
    field('options/writes/caused_by', 'The change that caused a confirmed incident', 'flag'),
    field('options/writes/work_note', 'A work note with a link to the review', 'flag'),
    field('options/writes/improvements', 'Improvement actions', 'choice', {
      options: [
        { value: '', label: 'Not written' },
        { value: 'change_task', label: 'As change tasks' },
        { value: 'problem_task', label: 'As problem tasks' },
      ],
    }),
    field('options/writes/lessons', 'Published lessons, as drafts of knowledge articles', 'flag'),
    field('options/writes/knowledge_base', 'Knowledge base (sys_id)', 'text', { isShown: isOn('lessons') }),
  ],
}

const issuesGroup: FieldGroup = {
  title: 'Improvement actions',
  fields: [
    field('options/project', 'Project or repository', 'text', {
      hint: 'Where issues are created, such as OPS or owner/name.',
    }),
    field('options/further_projects', 'Further projects or repositories', 'lines', {
      hint: 'Whose issues may be linked too, one per line.',
    }),
    field('options/statuses', 'Statuses', 'pairs', {
      hint: 'One per line, such as: In review = in_progress. Values: open, in_progress, done. Others follow from their category.',
    }),
  ],
}

const issueType = field('options/issue_type', 'Type of issue', 'text')

const hookHint = 'The secret that you enter for its webhook. Without one, its events are refused.'

/** Fields for the signature of incoming events and for their interpretation. */
function createEventGroups({ secretHint = hookHint, uses }: NonNullable<ConnectorForm['events']>): FieldGroup[] {
  return [
    {
      title: 'Signature',
      fields: [field('signing_secret', 'Secret of the events', 'secret', { hint: secretHint })],
    },
    {
      title: 'What events mean',
      fields: uses.map((option) => eventFields[option]),
    },
  ].filter(({ fields }) => fields.length > 0)
}

const eventFields = {
  production: field('options/production', 'Environments that are production', 'lines', { hint: 'One per line.' }),
  services: field('options/services', 'Services', 'pairs', {
    hint: 'Maps a name in the events to a Hindsight service, one per line, such as: owner/shop = Web shop.',
  }),
  fields: field('options/fields', 'Fields', 'pairs', {
    hint: 'Where each fact is, one per line, such as: status = deployment.state. See the documentation for the facts.',
  }),
}

const groupsByOptions: Readonly<Record<OptionSet, readonly FieldGroup[]>> = {
  servicenow: [tablesGroup, writesGroup],
  jira: [{ ...issuesGroup, fields: [...issuesGroup.fields, issueType] }],
  repository: [issuesGroup],
  sender: [],
  prometheus: [],
}

/** Groups of fields for a kind of connection. */
export function listFieldGroups({ options, api, events }: ConnectorForm): readonly FieldGroup[] {
  return [
    ...(api ? [createUrlGroup(api)] : []),
    ...groupsByOptions[options],
    ...(events ? createEventGroups(events) : []),
    ...(api ? [paceGroup] : []),
  ]
}

/** All fields for a kind of connection. */
export const listFields = (shown: ConnectorForm) => listFieldGroups(shown).flatMap(({ fields }) => fields)

type ConnectionSource = { readonly url: string | null; readonly options: Readonly<Record<string, unknown>> }

/** Converts a connection to the texts of its controls. */
export function writeTexts(shown: ConnectorForm, source: ConnectionSource): ConnectionTexts {
  return Object.fromEntries(
    listFields(shown).map(({ key, kind: control }) => [key, formatFieldValue(control, valueAt(source, key))]),
  )
}

const valueAt = (source: ConnectionSource, key: string): unknown =>
  key.split('/').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], source)

/** Converts the texts of the visible controls to the values of a connection, without empty ones. */
export function readTexts(shown: ConnectorForm, texts: ConnectionTexts): Record<string, unknown> {
  const read: Record<string, unknown> = { options: {} }
  for (const { key, kind: control, isShown } of listFields(shown)) {
    if (isShown && !isShown(texts)) continue
    const value = parseFieldText(control, texts[key] ?? '')
    // A table is read if its key exists, so the flag itself is not stored.
    const isTable = control === 'flag' && key.startsWith('options/tables/')
    if (value !== null && !(isTable && value === false)) setAtPath(read, key.split('/'), isTable ? {} : value)
  }
  return read
}

function setAtPath(target: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] = value
    return
  }
  target[step] ??= {}
  setAtPath(target[step] as Record<string, unknown>, rest, value)
}
