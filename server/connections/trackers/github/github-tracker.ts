import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import { dayLabel } from '#lib/time/day-labels.ts'
import type { ConnectionKind } from '#server/connections/connection-kind.ts'
import { repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import {
  issueTitle,
  markedText,
  markerOf,
  originSentence,
  replaceFooter,
  replaceOurPart,
} from '#server/connections/trackers/issue-text.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { readChanged } from '#server/connections/trackers/read-changed.ts'
import type { Issue, TrackedAction, TrackerPerson, WrittenField } from '#server/connections/trackers/tracker.ts'
import { catchRejection } from '#server/connections/trackers/tracker-client.ts'
import {
  mappedStatus,
  type OpenedTracker,
  type TrackerDefinition,
  type TrackerParts,
} from '#server/connections/trackers/tracker-definition.ts'
import { checkGitHub } from './check-github.ts'
import { githubEvents } from './github-events.ts'

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

const personOf = ({ login }: { login: string }): TrackerPerson => ({ id: login, name: login, login, email: null })

function openGitHub({ client, keys, options, publicUrl }: TrackerParts<RepositoryOptions>): OpenedTracker {
  const meaning = (state: GitHubIssue['state']): IssueStatus =>
    mappedStatus(options.statuses, state) ?? (state === 'open' ? 'open' : 'done')
  const repository = (project: string) => `/repos/${project}/issues`
  const issuePath = (key: string) => `${repository(keys.projectOf(key))}/${keys.numberOf(key)}`
  const keyOf = (issue: GitHubIssue, project: string) =>
    keys.parse(issue.html_url, null) ?? `${project}#${issue.number}`
  const toIssue = (issue: GitHubIssue, project: string): Issue => ({
    key: keyOf(issue, project),
    url: keys.ownPage(issue.html_url),
    title: issue.title,
    dueOn: undefined,
    statusName: issue.state,
    status: meaning(issue.state),
    closedBy: issue.closed_by ? personOf(issue.closed_by) : null,
    updatedAt: issue.updated_at,
  })
  const footer = (action: TrackedAction) => [
    `Due ${dayLabel(action.target_date)}. ${originSentence(action, publicUrl)}`,
  ]

  /** The login of a person who shows their e-mail address and may be assigned; null if there is none. */
  async function findLogin(email: string, project: string): Promise<string | null> {
    const People = z.object({ items: z.array(z.object({ login: z.string() })) })
    const query = { q: `${email} in:email`, per_page: '2' }
    const people = await catchRejection(client.call(People, { path: '/search/users', query }))
    const [only, ...others] = people?.result.items ?? []
    if (!only || others.length > 0) return null
    const path = `/repos/${project}/assignees/${encodeURIComponent(only.login)}`
    return (await catchRejection(client.call(z.null(), { path }))) ? only.login : null
  }

  async function assigneesOf(action: TrackedAction, project: string, fields: readonly WrittenField[]) {
    const login = fields.includes('owner') ? await findLogin(action.owner, project) : null
    return login === null ? {} : { assignees: [login] }
  }

  async function textOf(key: string, action: TrackedAction, fields: readonly WrittenField[]) {
    if (!fields.includes('description') && !fields.includes('target_date')) return {}
    const current = await client.find(GitHubIssue, { path: issuePath(key) })
    const text = current?.body ?? ''
    const body = (fields.includes('description') ? replaceOurPart : replaceFooter)(text, action, footer(action))
    return body === text ? {} : { body }
  }

  return {
    statuses: [meaning('open'), meaning('closed')],
    async find(key) {
      const issue = await client.find(GitHubIssue, { path: issuePath(key) })
      return issue && !issue.pull_request ? toIssue(issue, keys.projectOf(key)) : null
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
      const profile = await catchRejection(client.call(Profile, { path }))
      return { ...person, name: profile?.result.name || person.name, email: profile?.result.email || null }
    },
    async update(issue, action, { fields, status }) {
      const { key } = issue
      const project = keys.projectOf(key)
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
    check: () => checkGitHub(client, options, keys, [meaning('open'), meaning('closed')]),
  }
}

const project = `${repositorySegment}/${repositorySegment}`

const tracker: TrackerDefinition = {
  keyExample: 'owner/name#12',
  keyFormat: {
    separator: '#',
    key: new RegExp(`^${project}#[1-9]\\d{0,9}$`),
    pagePath: (name, number) => `/${name}/issues/${number}`,
    keyOfPage: (path) => path.replace(/^\/(.+)\/issues\/(\d+)\/?$/, '$1#$2'),
    apiPath: '/api/v3',
    cloud: { pages: 'https://github.com', api: 'https://api.github.com' },
  },
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
  open: (parts) => openGitHub({ ...parts, options: RepositoryOptions.parse(parts.options) }),
}

export const github: ConnectionKind = {
  label: 'GitHub',
  purpose: 'Improvement actions are issues, and deployments report when a change went live.',
  options: 'repository',
  api: {
    url: 'https://github.com',
    isSuggested: true,
    signIn: { secret: { label: 'Token', hint: 'For issues only; events need none. It is never shown again.' } },
  },
  events: githubEvents,
  tracker,
}
