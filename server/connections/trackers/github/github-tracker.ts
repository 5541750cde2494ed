import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { formatDayLabel } from '#lib/time/day-labels.ts'
import type { ConnectionKind } from '#server/connections/connection-kind.ts'
import { buildMissingProjectResult, checkStatuses, runSteps } from '#server/connections/trackers/check-steps.ts'
import { type IssueKeys, repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import {
  buildMarkedText,
  describeOrigin,
  replaceFooter,
  replaceOurPart,
  toIssueTitle,
} from '#server/connections/trackers/issue-text.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { RepositoryIssues } from '#server/connections/trackers/repository-issues.ts'
import type { TrackedAction, TrackerPerson, WrittenField } from '#server/connections/trackers/tracker.ts'
import { catchRejection, type TrackerClient } from '#server/connections/trackers/tracker-client.ts'
import type { OpenedTracker, TrackerDefinition, TrackerParts } from '#server/connections/trackers/tracker-definition.ts'
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

const toPerson = ({ login }: { login: string }): TrackerPerson => ({ id: login, name: login, login, email: null })

function openGitHub(parts: TrackerParts<RepositoryOptions>): OpenedTracker {
  const { client, keys, options, publicUrl } = parts
  const issues = new RepositoryIssues(parts, {
    schema: GitHubIssue,
    path: (project) => `/repos/${project}/issues`,
    read: (issue) => ({
      number: issue.number,
      url: issue.html_url,
      title: issue.title,
      text: issue.body,
      isOpen: issue.state === 'open',
      dueOn: undefined,
      closedBy: issue.closed_by ? toPerson(issue.closed_by) : null,
      updatedAt: issue.updated_at,
    }),
  })
  const footer = (action: TrackedAction) => [
    `Due ${formatDayLabel(action.target_date)}. ${describeOrigin(action, publicUrl)}`,
  ]
  const listSince = (since: string) => ({ state: 'all', since, sort: 'updated', direction: 'asc', per_page: '100' })

  async function chooseAssignees(action: TrackedAction, project: string, fields: readonly WrittenField[]) {
    const login = fields.includes('owner') ? await findLogin(client, action.owner, project) : null
    return login === null ? {} : { assignees: [login] }
  }

  async function composeText(key: string, action: TrackedAction, fields: readonly WrittenField[]) {
    if (!fields.includes('description') && !fields.includes('target_date')) return {}
    const text = (await issues.find(key))?.body ?? ''
    const body = (fields.includes('description') ? replaceOurPart : replaceFooter)(text, action, footer(action))
    return body === text ? {} : { body }
  }

  return {
    statuses: issues.statuses,
    async find(key) {
      const issue = await issues.find(key)
      return issue && !issue.pull_request ? issues.toIssue(issue, keys.getProject(key)) : null
    },
    async create(action) {
      const assignees = await chooseAssignees(action, options.project ?? '', ['owner'])
      return issues.create({ title: toIssueTitle(action), body: buildMarkedText(action, footer(action)), ...assignees })
    },
    findCreated: (actionId, since) => issues.findMarked(actionId, listSince(since.toISOString())),
    async findPerson(person) {
      const Profile = z.object({ name: z.string().nullish(), email: z.string().nullish() })
      const path = `/users/${encodeURIComponent(person.id)}`
      const profile = await catchRejection(client.call(Profile, { path }))
      return { ...person, name: profile?.result.name || person.name, email: profile?.result.email || null }
    },
    async update(issue, action, { fields, status }) {
      const { key } = issue
      const body = {
        ...(fields.includes('title') ? { title: toIssueTitle(action) } : {}),
        ...(await composeText(key, action, fields)),
        ...(await chooseAssignees(action, keys.getProject(key), fields)),
        ...(status === null ? {} : chooseState(status === issues.statuses[1], action)),
      }
      return Object.keys(body).length === 0 ? issue : issues.update(key, 'PATCH', body)
    },
    changedSince: (project, since) => issues.listChanged(project, since, listSince),
    check: () => checkGitHub(client, options, keys, issues.statuses),
  }
}

/** Finds the login of a person by their public e-mail; null if there is none or they cannot be assigned. */
async function findLogin(client: TrackerClient, email: string, project: string): Promise<string | null> {
  const People = z.object({ items: z.array(z.object({ login: z.string() })) })
  const query = { q: `${email} in:email`, per_page: '2' }
  const people = await catchRejection(client.call(People, { path: '/search/users', query }))
  const [only, ...others] = people?.result.items ?? []
  if (!only || others.length > 0) return null
  const path = `/repos/${project}/assignees/${encodeURIComponent(only.login)}`
  return (await catchRejection(client.call(z.null(), { path }))) ? only.login : null
}

function chooseState(isClosed: boolean, { status }: TrackedAction) {
  if (!isClosed) return { state: 'open' }
  return { state: 'closed', state_reason: status === 'cancelled' ? 'not_planned' : 'completed' }
}

const project = `${repositorySegment}/${repositorySegment}`

const tracker: TrackerDefinition = {
  keyExample: 'owner/name#12',
  keyFormat: {
    separator: '#',
    key: new RegExp(`^${project}#[1-9]\\d{0,9}$`),
    pagePath: (name, number) => `/${name}/issues/${number}`,
    readPageKey: (path) => path.replace(/^\/(.+)\/issues\/(\d+)\/?$/, '$1#$2'),
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

const Repository = z.object({
  full_name: z.string(),
  has_issues: z.boolean().optional(),
  archived: z.boolean().optional(),
  permissions: z.object({ push: z.boolean().optional(), triage: z.boolean().optional() }).optional(),
})

function checkGitHub(
  client: TrackerClient,
  { project }: RepositoryOptions,
  keys: IssueKeys,
  [open = 'open', closed = 'done']: readonly IssueStatus[],
): Promise<CheckStep[]> {
  const signIn = {
    name: 'Sign-in',
    advice: 'Check the URL and the token of the connection.',
    run: async () => {
      const { result } = await client.call(z.object({ login: z.string() }), { path: '/user' })
      return `Signed in as ${result.login}.`
    },
  }
  if (project === null) {
    return runSteps([
      signIn,
      { name: 'Repository', advice: '', run: async () => buildMissingProjectResult('repository') },
    ])
  }
  return runSteps([
    signIn,
    {
      name: 'Repository',
      advice: `Check the name, and that the token may read ${project}.`,
      run: async () => {
        if (!keys.isProject(project)) {
          return { status: 'failed', message: `${project} is no repository.`, advice: 'Write it as owner/name.' }
        }
        const { result } = await client.call(Repository, { path: `/repos/${project}` })
        if (result.has_issues === false) {
          const message = `${result.full_name} has issues switched off.`
          return { status: 'failed', message, advice: 'Switch them on under Settings, General, Features.' }
        }
        if (result.archived) {
          return { status: 'failed', message: `${result.full_name} is archived.`, advice: 'Choose another repository.' }
        }
        return `${result.full_name} has issues.`
      },
    },
    {
      name: 'Permissions',
      advice: 'Give the token the repository permission Issues: read and write.',
      run: async () => {
        await client.call(z.array(z.unknown()), { path: `/repos/${project}/issues`, query: { per_page: '1' } })
        const { permissions } = (await client.call(Repository, { path: `/repos/${project}` })).result
        if (permissions?.push || permissions?.triage) return 'The account may create, edit and close issues.'
        return {
          status: 'failed',
          message: 'The account may read issues, but not close those of others.',
          advice: 'Give the account the role Triage or Write, and the token Issues: read and write.',
        }
      },
    },
    { name: 'Statuses', advice: '', run: async () => checkStatuses(open, closed) },
  ])
}
