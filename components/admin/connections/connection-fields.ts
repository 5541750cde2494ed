import { tablesInWords } from '#components/connections/connection-kinds.ts'
import { type ConnectionKind, calledKinds, serviceNowTables } from '#lib/contracts/connection-values.ts'

/** Texts of the controls, by the key of the field. */
export type ConnectionTexts = Record<string, string>

export type ConnectionField = {
  /** Where the value is in the connection, with `/` between the steps. */
  readonly key: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'secret' | 'lines' | 'pairs' | 'mapping'
  readonly hint?: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** The kind of records of a saved mapping. */
  readonly importKind?: string
  readonly isRequired?: boolean
  readonly isShown?: (texts: ConnectionTexts) => boolean
}

export type FieldGroup = { readonly title: string; readonly hint?: string; readonly fields: readonly ConnectionField[] }

const field = (key: string, label: string, kind: ConnectionField['kind'], more: Partial<ConnectionField> = {}) => ({
  ...{ key, label, kind },
  ...more,
})

const isMethod = (method: string) => (texts: ConnectionTexts) => texts['options/sign_in/method'] === method

const serviceNowSignIn = [
  field('options/sign_in/method', 'Sign-in', 'choice', {
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
    field('options/requests_per_minute', 'The most requests in a minute', 'number'),
  ],
}

const tables: FieldGroup = {
  title: 'What is read',
  hint: 'A filter is an encoded query of ServiceNow. Without a mapping, the usual fields are read.',
  fields: serviceNowTables.flatMap((table) => {
    const key = `options/tables/${table}`
    const { label, importKind } = tablesInWords[table]
    const isShown = (texts: ConnectionTexts) => texts[key] === 'true'
    return [
      field(key, `${label} (${table})`, 'flag'),
      field(`${key}/filter`, `Filter of ${table}`, 'text', { isShown }),
      ...(importKind ? [field(`${key}/mapping`, `Mapping of ${table}`, 'mapping', { isShown, importKind })] : []),
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
      hint: 'The service here for a repository or application there, one per line, such as: owner/shop = Web shop.',
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

const address = (hint: string, signIn: readonly ConnectionField[]): FieldGroup => ({
  title: 'Address and sign-in',
  fields: [field('url', 'Address', 'text', { isRequired: true, hint }), ...signIn],
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
  github: [address('Such as https://github.com.', token), issues, signing(hookHint), senders, pace],
  gitlab: [address('Such as https://gitlab.com.', token), issues, signing(hookHint), senders, pace],
  argocd: [signing('Argo CD sends it as a bearer token.'), senders],
  pagerduty: [signing(hookHint), senders],
  alertmanager: [signing('Alertmanager sends it as a bearer token or password.'), senders],
  cloudevents: [signing('Sent as a bearer token, or used for Standard Webhooks.'), senders],
  json: [signing('Sent as a bearer token, or used for Standard Webhooks.'), senders, ownJson],
}

/** The controls of a kind, in groups. */
export const groupsOf = (kind: ConnectionKind): readonly FieldGroup[] => groups[kind]

const fieldsOf = (kind: ConnectionKind) => groupsOf(kind).flatMap(({ fields }) => fields)

export const isCalled = (kind: ConnectionKind): boolean => calledKinds.some((known) => known === kind)

type Source = { readonly url: string | null; readonly options: Readonly<Record<string, unknown>> }

/** What a new connection starts with. */
const startOf: Readonly<Partial<Record<ConnectionKind, ConnectionTexts>>> = {
  servicenow: {
    'options/sign_in/method': 'oauth',
    'options/tables/change_request': 'true',
    'options/tables/incident': 'true',
    'options/writes/review_fields/status': 'review_status',
    'options/writes/review_fields/date': 'review_date',
    'options/writes/review_fields/comments': 'review_comments',
  },
  jira: { 'options/sign_in/method': 'basic', 'options/issue_type': 'Task' },
  github: { url: 'https://github.com' },
  gitlab: { url: 'https://gitlab.com' },
}
const commonStart: ConnectionTexts = {
  'options/interval_minutes': '5',
  'options/requests_per_minute': '120',
  'options/production': 'production\nprod',
}

/** The texts of the controls: of a stored connection, or of a new one. */
export function textsOf(kind: ConnectionKind, source: Source | null): ConnectionTexts {
  const start: ConnectionTexts = source === null ? { ...commonStart, ...startOf[kind] } : {}
  return Object.fromEntries(
    fieldsOf(kind).map(({ key, kind: control }) => [
      key,
      start[key] ?? (source && control !== 'secret' ? textAt(source, key, control) : ''),
    ]),
  )
}

function textAt(source: Source, key: string, control: ConnectionField['kind']): string {
  const value = key
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], source)
  if (control === 'flag') return String(value !== undefined && value !== false)
  if (value === null || value === undefined) return ''
  if (control === 'lines') return (value as string[]).join('\n')
  if (control === 'pairs')
    return Object.entries(value)
      .map(([from, to]) => `${from} = ${to}`)
      .join('\n')
  return String(value)
}

/** The values of the controls that are shown. Throws a `PairError` for a line without `=`. */
export function readTexts(kind: ConnectionKind, texts: ConnectionTexts): Record<string, unknown> {
  const read: Record<string, unknown> = { options: {} }
  for (const each of fieldsOf(kind)) {
    if (each.isShown && !each.isShown(texts)) continue
    const value = readText(each, texts[each.key] ?? '')
    if (value !== undefined) place(read, each.key.split('/'), value)
  }
  return read
}

export class PairError extends Error {
  readonly key: string

  constructor(key: string, line: string) {
    super(`Write “name = value” instead of “${line}”.`)
    this.key = key
  }
}

/** The value of a control; undefined for none, which is left out. */
function readText({ key, kind }: ConnectionField, text: string): unknown {
  const trimmed = text.trim()
  if (kind === 'flag') return flagValue(key, text === 'true')
  if (kind === 'lines') return linesOf(text)
  if (kind === 'pairs') return Object.fromEntries(linesOf(text).map((line) => pairOf(key, line)))
  if (trimmed === '') return undefined
  if (kind === 'number') return Number(trimmed)
  return kind === 'secret' ? text : trimmed
}

/** A table is read if it is there at all. */
function flagValue(key: string, isChecked: boolean): unknown {
  if (!key.startsWith('options/tables/')) return isChecked
  return isChecked ? {} : undefined
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function pairOf(key: string, line: string): [string, string] {
  const end = line.lastIndexOf('=')
  const [from, to] = [line.slice(0, Math.max(end, 0)).trim(), line.slice(end + 1).trim()]
  if (from === '' || to === '') throw new PairError(key, line)
  return [from, to]
}

function place(target: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    target[step] = value
    return
  }
  target[step] ??= {}
  place(target[step] as Record<string, unknown>, rest, value)
}
