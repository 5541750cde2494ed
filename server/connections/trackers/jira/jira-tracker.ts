import { markdownToAdf } from 'marklassian'
import { z } from 'zod'
import { JiraOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import { defineSender, verifyHmacIn } from '#server/connections/inbound/senders/sender.ts'
import { describeOrigin, toIssueTitle } from '#server/connections/trackers/issue-keys.ts'
import {
  type Issue,
  type OpenedTracker,
  type TrackedAction,
  type TrackerDefinition,
  type TrackerParts,
  toBearerHeader,
  type WrittenField,
} from '#server/connections/trackers/tracker.ts'
import { catchRejection, TrackerError } from '#server/connections/trackers/tracker-client.ts'
import { checkJira } from './check-jira.ts'
import { IssuePage, issueFieldNames, JiraIssue, moveJiraIssue, quoteJql, toIssue } from './jira-issues.ts'

const header = 'X-Hub-Signature'

/** Events of Jira, which only report that issues changed; the issues are read through its API. */
const jiraEvents = defineSender({
  header,
  uses: [],
  verify: verifyHmacIn(header, 'sha256='),
  deliveryId: ({ headers }) => headers.get('x-atlassian-webhook-identifier'),
  parse: () => ({ ignored: 'An issue changed; the connection is read.', isHint: true }),
})

/** The entity property that marks an issue as created for an action; it is not visible in Jira's pages. */
const markerKey = 'hindsight'
const pageSize = '100'

/** Fields that a project may leave off its screens, with their names for a reader. */
const optionalFields: Readonly<Record<string, string>> = {
  duedate: 'due date',
  assignee: 'assignee',
  description: 'description',
}

function openJira({ client, keys, options, publicUrl }: TrackerParts<JiraOptions>): OpenedTracker {
  const issuePath = (key: string) => `/issue/${encodeURIComponent(key)}`

  async function find(key: string): Promise<Issue | null> {
    const issue = await client.find(JiraIssue, {
      path: issuePath(key),
      query: { fields: issueFieldNames, expand: 'changelog' },
    })
    return issue && toIssue(keys, options, issue)
  }

  /** Reads an issue after a write. A failure does not mean that the write was rejected. */
  async function findWritten(key: string, refused: readonly string[]): Promise<Issue> {
    const issue = await catchRejection(find(key))
    if (!issue) throw new TrackerError(200, `${key} was written, but Jira does not show it to the account.`)
    return { ...issue, refused }
  }

  /** Builds the values of fields for a request; an assignee unknown to Jira is left out. */
  async function buildValues(action: TrackedAction, project: string, fields: readonly WrittenField[]) {
    const values: Record<string, unknown> = {}
    if (fields.includes('title')) values.summary = toIssueTitle(action)
    if (fields.includes('description')) {
      const parts = [action.description, describeOrigin(action, publicUrl)]
      values.description = markdownToAdf(parts.filter((part) => part !== null).join('\n\n'))
    }
    if (fields.includes('target_date')) values.duedate = action.target_date
    const assignee = fields.includes('owner') ? await findAssignee(action.owner, project) : null
    if (assignee !== null) values.assignee = { accountId: assignee }
    return values
  }

  async function findAssignee(email: string, project: string): Promise<string | null> {
    const People = z.array(z.object({ accountId: z.string(), emailAddress: z.string().optional() }))
    const path = '/user/assignable/search'
    const people = await catchRejection(
      client.call(People, { path, query: { project, query: email, maxResults: '5' } }),
    )
    const result = people?.result ?? []
    const same = result.find((person) => person.emailAddress?.toLowerCase() === email.toLowerCase())
    // Most people hide their e-mail, but the search still finds them by it.
    const [only, ...others] = result
    return same?.accountId ?? (others.length === 0 && !only?.emailAddress ? (only?.accountId ?? null) : null)
  }

  return {
    statuses: ['open', 'in_progress', 'done'],
    find,
    async create(action) {
      const project = options.project ?? ''
      const values = await buildValues(action, project, ['title', 'description', 'target_date', 'owner'])
      const constantFields = { project: { key: project }, issuetype: { name: options.issue_type } }
      const properties = [{ key: markerKey, value: { improvement: action.id } }]
      const { sent, refused } = await dropRefused(values, (accepted) =>
        client.call(z.object({ key: z.string() }), {
          method: 'POST',
          path: '/issue',
          body: { fields: { ...constantFields, ...accepted }, properties },
        }),
      )
      const { key } = sent.result
      return { key, url: keys.getPageUrl(key), refused }
    },
    async findCreated(actionId, since) {
      const conditions = [`project = ${quoteJql(options.project ?? '')}`, `created >= ${since.getTime()}`]
      const Marker = z.object({ improvement: z.string() })
      for await (const { issues } of search(`${conditions.join(' AND ')} ORDER BY created ASC`, markerKey)) {
        const marked = issues.find(({ properties = {} }) => {
          const marker = Marker.safeParse(properties[markerKey])
          return marker.success && marker.data.improvement === actionId
        })
        if (marked) return { key: marked.key, url: keys.getPageUrl(marked.key) }
      }
      return null
    },
    // The change log already has everything that the account may see of a person.
    findPerson: async (person) => person,
    async update(issue, action, { fields, status }) {
      const { key } = issue
      const values = await buildValues(action, keys.getProject(key), fields)
      const { refused } = await dropRefused(values, async (accepted) => {
        if (Object.keys(accepted).length === 0) return
        await client.call(z.null(), { method: 'PUT', path: issuePath(key), body: { fields: accepted } })
      })
      if (status) await moveJiraIssue(client, options, { key, from: issue.status, to: status })
      return findWritten(key, refused)
    },
    async changedSince(project, since) {
      const jql = `project = ${quoteJql(project)} AND updated >= ${since.getTime()} ORDER BY updated ASC`
      const changed: { key: string; updatedAt: string }[] = []
      let until: Date | undefined
      for await (const { issues, at } of search(jql)) {
        until ??= at
        changed.push(...issues.map(({ key, fields }) => ({ key, updatedAt: fields.updated })))
      }
      return { issues: changed, until: until ?? since }
    },
    check: () => checkJira(client, options),
  }

  /** Yields the pages of a search. Only a missing token ends it, as a page may be short or empty. */
  async function* search(jql: string, properties?: string) {
    const query = { jql, fields: 'updated', maxResults: pageSize, ...(properties === undefined ? {} : { properties }) }
    let token: string | null = null
    do {
      const next: Record<string, string> = token === null ? query : { ...query, nextPageToken: token }
      const { result, at } = await client.call(IssuePage, { path: '/search/jql', query: next })
      yield { issues: result.issues, at }
      token = result.nextPageToken ?? null
    } while (token !== null)
  }
}

/** Sends values, and sends them again without the optional fields that Jira rejected by name. */
async function dropRefused<Sent>(
  values: Readonly<Record<string, unknown>>,
  send: (accepted: Readonly<Record<string, unknown>>) => Promise<Sent>,
): Promise<{ sent: Sent; refused: string[] }> {
  try {
    return { sent: await send(values), refused: [] }
  } catch (error) {
    if (!(error instanceof TrackerError) || error.status !== 400) throw error
    const faulty = Object.keys(error.fields)
    if (faulty.length === 0 || faulty.some((field) => !(field in optionalFields) || !(field in values))) throw error
    const accepted = Object.fromEntries(Object.entries(values).filter(([field]) => !faulty.includes(field)))
    return { sent: await send(accepted), refused: faulty.map((field) => optionalFields[field] ?? field) }
  }
}

const tracker: TrackerDefinition = {
  keyExample: 'OPS-12',
  keyFormat: {
    separator: '-',
    key: /^[A-Z][A-Z0-9_]{1,99}-[1-9]\d{0,9}$/,
    isUpperCase: true,
    pagePath: (project, number) => `/browse/${project}-${number}`,
    readPageKey: (path, parameters) =>
      parameters.get('selectedIssue') ?? path.replace(/^.*\/browse\/([^/]+)\/?$/, '$1'),
    apiPath: '/rest/api/3',
  },
  signIn(secret, options) {
    const { sign_in: signIn } = JiraOptions.parse(options)
    if (signIn.method === 'token') return toBearerHeader(secret)
    return { authorization: `Basic ${Buffer.from(`${signIn.user}:${secret}`).toString('base64')}` }
  },
  open: (parts) => openJira({ ...parts, options: JiraOptions.parse(parts.options) }),
}

export const jira: ConnectionKind = {
  label: 'Jira',
  purpose: 'Improvement actions are issues in Jira, with one status on both sides.',
  options: 'jira',
  api: {
    url: 'https://example.atlassian.net',
    signIn: {
      methods: { basic: 'E-mail address and API token', token: 'Bearer token' },
      user: 'E-mail address',
      secret: { label: 'Token', hint: 'It is never shown again.' },
    },
  },
  events: jiraEvents,
  tracker,
}
