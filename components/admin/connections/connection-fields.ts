import { tablesInWords } from '#components/connections/connection-kinds.ts'
import { type FieldSpec, textOfValue, valueOfText } from '#components/ui/form/field-spec.ts'
import { type ConnectionKind, calledKinds, serviceNowTables } from '#lib/contracts/connection-values.ts'

/** Texts of the controls, by the key of the field. */
export type ConnectionTexts = Record<string, string>

/** A field whose key is where the value is in the connection, with `/` between the steps. */
type ConnectionField = FieldSpec & {
  /** The kind of records of the saved mappings that it offers. */
  readonly importKind?: string
  readonly isShown?: (texts: ConnectionTexts) => boolean
  /** What the form of a new connection suggests, where the options have no default or another one. */
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

const serviceNowSignIn = [
  field('options/sign_in/method', 'Sign-in', 'choice', {
    start: 'oauth',
    options: [
      { value: 'oauth', label: 'OAuth, client credentials' },
      { value: 'basic', label: 'User name and password' },
      { value: 'token', label: 'Token' },
    ],
  }),
  field('options/sign_in/client_id', 'Client ID', 'text', { isRequired: true, isShown: isMethod('oauth') }),
  field('options/sign_in/user', 'User name', 'text', { isRequired: true, isShown: isMethod('basic') }),
  field('secret', 'Secret', 'secret', { hint: 'The client secret, password or token. It is never shown again.' }),
]

const jiraSignIn = [
  field('options/sign_in/method', 'Sign-in', 'choice', {
    start: 'basic',
    options: [
      { value: 'basic', label: 'E-mail address and API token' },
      { value: 'token', label: 'Bearer token' },
    ],
  }),
  field('options/sign_in/user', 'E-mail address', 'text', { isRequired: true, isShown: isMethod('basic') }),
  field('secret', 'Token', 'secret', { hint: 'It is never shown again.' }),
]

const pace = {
  title: 'Pace',
  fields: [
    field('options/interval_minutes', 'Minutes between two reads', 'number'),
    field('options/requests_per_minute', 'Maximum requests per minute', 'number'),
  ],
}

const suggestedTables: readonly string[] = ['change_request', 'incident']

const tables: FieldGroup = {
  title: 'What is read',
  hint: 'A filter is an encoded query of ServiceNow. Without a mapping, the usual fields are read.',
  fields: serviceNowTables.flatMap((table) => {
    const key = `options/tables/${table}`
    const { label, importKind } = tablesInWords[table]
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

const writes: FieldGroup = {
  title: 'What is written back',
  hint: 'When a review is completed. A change there that Hindsight did not make is shown, never overwritten.',
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

const issues: FieldGroup = {
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

const signing = (hint: string) => ({
  title: 'Signature',
  fields: [field('signing_secret', 'Secret of the events', 'secret', { hint })],
})

const senders: FieldGroup = {
  title: 'Deployments and services',
  fields: [
    field('options/production', 'Environments that are production', 'lines', { hint: 'One per line.' }),
    field('options/services', 'Services', 'pairs', {
      hint: 'Maps a repository or application to a Hindsight service, one per line, such as: owner/shop = Web shop.',
    }),
  ],
}

const ownJson: FieldGroup = {
  title: 'Where the facts are',
  fields: [
    field('options/fields', 'Fields', 'pairs', {
      hint: 'One per line, such as: status = deployment.state. See the documentation for the facts.',
    }),
  ],
}

const hookHint = 'The secret that you enter for its webhook. Without one, its events are refused.'

const address = (hint: string, signIn: readonly ConnectionField[], start = ''): FieldGroup => ({
  title: 'Address and sign-in',
  fields: [field('url', 'Address', 'text', { isRequired: true, hint, start }), ...signIn],
})

const token = [
  field('secret', 'Token', 'secret', { hint: 'For issues only; events need none. It is never shown again.' }),
]

const groups: Readonly<Record<ConnectionKind, readonly FieldGroup[]>> = {
  servicenow: [address('Such as https://example.service-now.com.', serviceNowSignIn), tables, writes, pace],
  jira: [
    address('Such as https://example.atlassian.net.', jiraSignIn),
    { ...issues, fields: [...issues.fields, issueType] },
    signing(hookHint),
    pace,
  ],
  github: [
    address('Such as https://github.com.', token, 'https://github.com'),
    issues,
    signing(hookHint),
    senders,
    pace,
  ],
  gitlab: [
    address('Such as https://gitlab.com.', token, 'https://gitlab.com'),
    issues,
    signing(hookHint),
    senders,
    pace,
  ],
  argocd: [signing('Argo CD sends it as a bearer token.'), senders],
  pagerduty: [signing(hookHint), senders],
  alertmanager: [signing('Alertmanager sends it as a bearer token or password.'), senders],
  cloudevents: [signing('Sent as a bearer token, or used for Standard Webhooks.'), senders],
  json: [signing('Sent as a bearer token, or used for Standard Webhooks.'), senders, ownJson],
}

/** The controls of a kind, in groups. */
export const groupsOf = (kind: ConnectionKind): readonly FieldGroup[] => groups[kind]

/** The controls of a kind. */
export const fieldsOf = (kind: ConnectionKind) => groupsOf(kind).flatMap(({ fields }) => fields)

export const isCalled = (kind: ConnectionKind): boolean => calledKinds.some((known) => known === kind)

type Source = { readonly url: string | null; readonly options: Readonly<Record<string, unknown>> }

/** The texts of the controls of a connection. */
export function textsOf(kind: ConnectionKind, source: Source): ConnectionTexts {
  return Object.fromEntries(
    fieldsOf(kind).map(({ key, kind: control }) => [key, textOfValue(control, valueAt(source, key))]),
  )
}

const valueAt = (source: Source, key: string): unknown =>
  key.split('/').reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], source)

/** The values of the controls that are shown; those without a value are left out. */
export function readTexts(kind: ConnectionKind, texts: ConnectionTexts): Record<string, unknown> {
  const read: Record<string, unknown> = { options: {} }
  for (const { key, kind: control, isShown } of fieldsOf(kind)) {
    if (isShown && !isShown(texts)) continue
    const value = valueOfText(control, texts[key] ?? '')
    // A table is read if it is there at all.
    const isTable = control === 'flag' && key.startsWith('options/tables/')
    if (value !== null && !(isTable && value === false)) place(read, key.split('/'), isTable ? {} : value)
  }
  return read
}

function place(target: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] = value
    return
  }
  target[step] ??= {}
  place(target[step] as Record<string, unknown>, rest, value)
}
