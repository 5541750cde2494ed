import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectionKind } from '#server/connections/connection-kind.ts'
import { repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import { issueTitle, markerOf, originSentence, replaceOurPart } from '#server/connections/trackers/issue-text.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { readChanged } from '#server/connections/trackers/read-changed.ts'
import type { Issue, TrackedAction, WrittenField } from '#server/connections/trackers/tracker.ts'
import { catchRejection } from '#server/connections/trackers/tracker-client.ts'
import {
  mappedStatus,
  type OpenedTracker,
  type TrackerDefinition,
  type TrackerParts,
} from '#server/connections/trackers/tracker-definition.ts'
import { checkGitLab } from './check-gitlab.ts'
import { gitlabEvents } from './gitlab-events.ts'

const GitLabIssue = z.object({
  iid: z.int(),
  web_url: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.enum(['opened', 'closed']),
  due_date: z.string().nullish(),
  closed_by: z.object({ id: z.int().optional(), name: z.string(), username: z.string().optional() }).nullish(),
  updated_at: z.string(),
})
type GitLabIssue = z.infer<typeof GitLabIssue>

function openGitLab({ client, keys, options, publicUrl }: TrackerParts<RepositoryOptions>): OpenedTracker {
  const nameOf = (state: GitLabIssue['state']) => (state === 'opened' ? 'open' : 'closed')
  const meaning = (state: GitLabIssue['state']): IssueStatus =>
    mappedStatus(options.statuses, nameOf(state)) ?? (state === 'opened' ? 'open' : 'done')
  const projectPath = (project: string) => `/projects/${encodeURIComponent(project)}/issues`
  const issuePath = (key: string) => `${projectPath(keys.projectOf(key))}/${keys.numberOf(key)}`
  const keyOf = (issue: GitLabIssue, project: string) => keys.parse(issue.web_url, null) ?? `${project}#${issue.iid}`
  const toIssue = (issue: GitLabIssue, project: string): Issue => ({
    key: keyOf(issue, project),
    url: keys.ownPage(issue.web_url),
    title: issue.title,
    dueOn: issue.due_date ?? null,
    statusName: nameOf(issue.state),
    status: meaning(issue.state),
    closedBy: issue.closed_by
      ? {
          id: String(issue.closed_by.id ?? ''),
          name: issue.closed_by.name,
          login: issue.closed_by.username ?? null,
          email: null,
        }
      : null,
    updatedAt: issue.updated_at,
  })

  /** The number of the person with an e-mail address that they show; null if there is none. */
  async function findPerson(email: string): Promise<number | null> {
    const People = z.array(z.object({ id: z.int() }))
    const people = await catchRejection(client.call(People, { path: '/users', query: { search: email } }))
    const [only, ...others] = people?.result ?? []
    return only && others.length === 0 ? only.id : null
  }

  async function valuesOf(action: TrackedAction, fields: readonly WrittenField[], text = '') {
    const person = fields.includes('owner') ? await findPerson(action.owner) : null
    return {
      ...(fields.includes('title') ? { title: issueTitle(action) } : {}),
      ...(fields.includes('description')
        ? { description: replaceOurPart(text, action, [originSentence(action, publicUrl)]) }
        : {}),
      ...(fields.includes('target_date') ? { due_date: action.target_date } : {}),
      ...(person === null ? {} : { assignee_ids: [person] }),
    }
  }

  return {
    statuses: [meaning('opened'), meaning('closed')],
    async find(key) {
      const issue = await client.find(GitLabIssue, { path: issuePath(key) })
      return issue && toIssue(issue, keys.projectOf(key))
    },
    async create(action) {
      const project = options.project ?? ''
      const body = await valuesOf(action, ['title', 'description', 'target_date', 'owner'])
      const { result } = await client.call(GitLabIssue, { method: 'POST', path: projectPath(project), body })
      return toIssue(result, project)
    },
    async findCreated(actionId, since) {
      const project = options.project ?? ''
      const query = { created_after: since.toISOString(), order_by: 'created_at', sort: 'asc', per_page: '100' }
      let page = await client.call(z.array(GitLabIssue), { path: projectPath(project), query })
      for (;;) {
        const marked = page.result.find(({ description }) => description?.includes(markerOf(actionId)))
        if (marked) return toIssue(marked, project)
        if (page.next === null) return null
        page = await client.follow(z.array(GitLabIssue), page.next)
      }
    },
    async findPerson(person) {
      if (person.id === '') return person
      const Profile = z.object({ email: z.string().nullish(), public_email: z.string().nullish() })
      const profile = await catchRejection(client.call(Profile, { path: `/users/${person.id}` }))
      return { ...person, email: profile?.result.email || profile?.result.public_email || null }
    },
    async update(issue, action, { fields, status }) {
      const event = status === null ? {} : { state_event: status === meaning('closed') ? 'close' : 'reopen' }
      const path = issuePath(issue.key)
      const current = fields.includes('description') ? await client.find(GitLabIssue, { path }) : null
      const body = { ...(await valuesOf(action, fields, current?.description ?? '')), ...event }
      if (Object.keys(body).length === 0) return issue
      const { result } = await client.call(GitLabIssue, { method: 'PUT', path, body })
      return toIssue(result, keys.projectOf(issue.key))
    },
    changedSince: (project, since) =>
      readChanged({
        client,
        since,
        schema: GitLabIssue,
        first: (from) => ({
          path: projectPath(project),
          query: { scope: 'all', updated_after: from, order_by: 'updated_at', sort: 'asc', per_page: '100' },
        }),
        toChange: (issue) => ({ key: keyOf(issue, project), updatedAt: issue.updated_at }),
      }),
    check: () => checkGitLab(client, options, [meaning('opened'), meaning('closed')]),
  }
}

const project = `${repositorySegment}(?:/${repositorySegment}){1,20}`

const tracker: TrackerDefinition = {
  keyExample: 'group/name#12',
  keyFormat: {
    separator: '#',
    key: new RegExp(`^${project}#[1-9]\\d{0,9}$`),
    pagePath: (name, number) => `/${name}/-/issues/${number}`,
    keyOfPage: (path) => path.replace(/^\/(.+)\/-\/(?:issues|work_items)\/(\d+)\/?$/, '$1#$2'),
    apiPath: '/api/v4',
  },
  open: (parts) => openGitLab({ ...parts, options: RepositoryOptions.parse(parts.options) }),
}

export const gitlab: ConnectionKind = {
  label: 'GitLab',
  purpose: 'Improvement actions are issues, and deployments report when a change went live.',
  options: 'repository',
  api: {
    url: 'https://gitlab.com',
    isSuggested: true,
    signIn: { secret: { label: 'Token', hint: 'For issues only; events need none. It is never shown again.' } },
  },
  events: gitlabEvents,
  tracker,
}
