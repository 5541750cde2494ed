import { z } from 'zod'
import type { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import { dayInWords } from '#lib/time/day-labels.ts'
import { numberOf, ownPage, parseIssueKey, projectOf } from '#server/connections/trackers/issue-keys.ts'
import {
  issueTitle,
  markedText,
  markerOf,
  originSentence,
  withFooter,
  withOurPart,
} from '#server/connections/trackers/issue-text.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { readChanged } from '#server/connections/trackers/read-changed.ts'
import type { Action, Issue, Tracker, WrittenField } from '#server/connections/trackers/tracker.ts'
import { unlessRejected } from '#server/connections/trackers/tracker-client.ts'
import { mappedStatus, type TrackerParts } from '#server/connections/trackers/tracker-options.ts'
import { checkGitHub } from './check-github.ts'

const GitHubIssue = z.object({
  html_url: z.string(),
  number: z.int(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']),
  closed_by: z.object({ login: z.string() }).nullish(),
  updated_at: z.string(),
  pull_request: z.unknown().optional(),
})
type GitHubIssue = z.infer<typeof GitHubIssue>

export function githubTracker({ client, url, options, publicUrl }: TrackerParts<RepositoryOptions>): Tracker {
  const meaning = (state: GitHubIssue['state']): IssueStatus =>
    mappedStatus(options.statuses, state) ?? (state === 'open' ? 'open' : 'done')
  const repository = (project: string) => `/repos/${project}/issues`
  const issuePath = (key: string) => `${repository(projectOf('github', key))}/${numberOf(key)}`
  const keyOf = (issue: GitHubIssue, project: string) =>
    parseIssueKey({ kind: 'github', url, project: null }, issue.html_url) ?? `${project}#${issue.number}`
  const toIssue = (issue: GitHubIssue, project: string): Issue => ({
    key: keyOf(issue, project),
    url: ownPage('github', url, issue.html_url),
    title: issue.title,
    dueOn: undefined,
    statusName: issue.state,
    status: meaning(issue.state),
    closedBy: issue.closed_by ? { id: issue.closed_by.login, name: issue.closed_by.login, email: null } : null,
    updatedAt: issue.updated_at,
  })
  const footer = (action: Action) => [`Due ${dayInWords(action.target_date)}. ${originSentence(action, publicUrl)}`]

  /** The login of a person who shows their e-mail address and may be assigned; null if there is none. */
  async function findLogin(email: string, project: string): Promise<string | null> {
    const People = z.object({ items: z.array(z.object({ login: z.string() })) })
    const query = { q: `${email} in:email`, per_page: '2' }
    const found = await unlessRejected(client.call(People, { path: '/search/users', query }))
    const [only, ...others] = found?.result.items ?? []
    if (!only || others.length > 0) return null
    const path = `/repos/${project}/assignees/${encodeURIComponent(only.login)}`
    return (await unlessRejected(client.call(z.null(), { path }))) ? only.login : null
  }

  async function assigneesOf(action: Action, project: string, fields: readonly WrittenField[]) {
    const login = fields.includes('owner') ? await findLogin(action.owner, project) : null
    return login === null ? {} : { assignees: [login] }
  }

  async function textOf(key: string, action: Action, fields: readonly WrittenField[]) {
    if (!fields.includes('description') && !fields.includes('target_date')) return {}
    const current = await client.find(GitHubIssue, { path: issuePath(key) })
    const text = current?.body ?? ''
    const body = (fields.includes('description') ? withOurPart : withFooter)(text, action, footer(action))
    return body === text ? {} : { body }
  }

  return {
    label: 'GitHub',
    statuses: [meaning('open'), meaning('closed')],
    async find(key) {
      const found = await client.find(GitHubIssue, { path: issuePath(key) })
      return found && !found.pull_request ? toIssue(found, projectOf('github', key)) : null
    },
    async create(action) {
      const project = options.project ?? ''
      const assignees = await assigneesOf(action, project, ['owner'])
      const body = { title: issueTitle(action), body: markedText(action, footer(action)), ...assignees }
      const { result } = await client.call(GitHubIssue, { method: 'POST', path: repository(project), body })
      return toIssue(result, project)
    },
    async findCreated(actionId, since) {
      const project = options.project ?? ''
      const query = { state: 'all', since: since.toISOString(), sort: 'updated', direction: 'asc', per_page: '100' }
      let page = await client.call(z.array(GitHubIssue), { path: repository(project), query })
      for (;;) {
        const marked = page.result.find(({ body }) => body?.includes(markerOf(actionId)))
        if (marked) return toIssue(marked, project)
        if (page.next === null) return null
        page = await client.follow(z.array(GitHubIssue), page.next)
      }
    },
    async findPerson(person) {
      const Profile = z.object({ name: z.string().nullish(), email: z.string().nullish() })
      const path = `/users/${encodeURIComponent(person.id)}`
      const found = await unlessRejected(client.call(Profile, { path }))
      return { ...person, name: found?.result.name || person.name, email: found?.result.email || null }
    },
    async update(issue, action, { fields, status }) {
      const { key } = issue
      const project = projectOf('github', key)
      const state =
        status === null
          ? {}
          : status === meaning('closed')
            ? { state: 'closed', state_reason: action.status === 'cancelled' ? 'not_planned' : 'completed' }
            : { state: 'open' }
      const body = {
        ...(fields.includes('title') ? { title: issueTitle(action) } : {}),
        ...(await textOf(key, action, fields)),
        ...(await assigneesOf(action, project, fields)),
        ...state,
      }
      if (Object.keys(body).length === 0) return issue
      const { result } = await client.call(GitHubIssue, { method: 'PATCH', path: issuePath(key), body })
      return toIssue(result, project)
    },
    changedSince: (project, since) =>
      readChanged({
        client,
        since,
        schema: GitHubIssue,
        first: (from) => ({
          path: repository(project),
          query: { state: 'all', since: from, sort: 'updated', direction: 'asc', per_page: '100' },
        }),
        toChange: (issue) => ({ key: keyOf(issue, project), updatedAt: issue.updated_at }),
      }),
    check: () => checkGitHub(client, options, [meaning('open'), meaning('closed')]),
  }
}
