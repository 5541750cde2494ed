import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { ConnectionKind } from '#server/connections/connection-kind.ts'
import { checkStatuses, checkTracker } from '#server/connections/trackers/check-steps.ts'
import { repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import { describeOrigin } from '#server/connections/trackers/issue-text.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { openRepository } from '#server/connections/trackers/repository-issues.ts'
import { catchRejection, type TrackerClient } from '#server/connections/trackers/tracker-client.ts'
import type { OpenedTracker, TrackerDefinition, TrackerParts } from '#server/connections/trackers/tracker-definition.ts'
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
const Profile = z.object({ email: z.string().nullish(), public_email: z.string().nullish() })
const People = z.array(z.object({ id: z.int() }))

function readClosedBy({ closed_by: person }: z.output<typeof GitLabIssue>) {
  if (!person) return null
  return { id: String(person.id ?? ''), name: person.name, login: person.username ?? null, email: null }
}

function openGitLab(parts: TrackerParts<RepositoryOptions>): OpenedTracker {
  const { client, options, publicUrl } = parts
  const oldestFirst = { sort: 'asc', per_page: '100' }
  return openRepository(parts, {
    schema: GitLabIssue,
    path: (project) => `/projects/${encodeURIComponent(project)}/issues`,
    read: (issue) => ({
      number: issue.iid,
      url: issue.web_url,
      title: issue.title,
      text: issue.description,
      isOpen: issue.state === 'opened',
      dueOn: issue.due_date ?? null,
      closedBy: readClosedBy(issue),
      updatedAt: issue.updated_at,
    }),
    updateMethod: 'PUT',
    textField: 'description',
    dueField: 'due_date',
    footer: (action) => [describeOrigin(action, publicUrl)],
    /** Assigns the only person with this public e-mail. */
    async assign(email) {
      const people = await catchRejection(client.call(People, { path: '/users', query: { search: email } }))
      const [only, ...others] = people?.result ?? []
      return only && others.length === 0 ? { assignee_ids: [only.id] } : {}
    },
    move: (isClosed) => ({ state_event: isClosed ? 'close' : 'reopen' }),
    createdSince: (time) => ({ created_after: time, order_by: 'created_at', ...oldestFirst }),
    changedSince: (time) => ({ scope: 'all', updated_after: time, order_by: 'updated_at', ...oldestFirst }),
    async findPerson(person) {
      if (person.id === '') return person
      const profile = await catchRejection(client.call(Profile, { path: `/users/${person.id}` }))
      return { ...person, email: profile?.result.email || profile?.result.public_email || null }
    },
    check: (statuses) => checkGitLab(client, options, statuses),
  })
}

const project = `${repositorySegment}(?:/${repositorySegment}){1,20}`

const tracker: TrackerDefinition = {
  keyExample: 'group/name#12',
  keyFormat: {
    separator: '#',
    key: new RegExp(`^${project}#[1-9]\\d{0,9}$`),
    pagePath: (name, number) => `/${name}/-/issues/${number}`,
    readPageKey: (path) => path.replace(/^\/(.+)\/-\/(?:issues|work_items)\/(\d+)\/?$/, '$1#$2'),
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

const Access = z.object({ access_level: z.int() }).nullish()
const Project = z.object({
  path_with_namespace: z.string(),
  issues_enabled: z.boolean().optional(),
  archived: z.boolean().optional(),
  permissions: z.object({ project_access: Access, group_access: Access }).optional(),
})
/** The lowest role that may edit and close the issues of others. */
const reporter = 20

const readUserName = async (client: TrackerClient) =>
  (await client.call(z.object({ username: z.string() }), { path: '/user' })).result.username

function checkGitLab(client: TrackerClient, { project }: RepositoryOptions, statuses: readonly IssueStatus[]) {
  const read = async (path: string) =>
    (await client.call(Project, { path: `/projects/${encodeURIComponent(path)}` })).result
  return checkTracker({
    signIn: {
      advice: 'Check the URL and the token of the connection; the token needs the scope api.',
      readName: () => readUserName(client),
    },
    project,
    noun: 'project',
    listSteps: (project) => [
      {
        name: 'Project',
        advice: `Check the path of the project, such as group/name, and that the account is a member of it.`,
        run: async () => {
          const { path_with_namespace: path, issues_enabled: hasIssues, archived } = await read(project)
          if (hasIssues === false) {
            const message = `${path} has issues switched off.`
            return { status: 'failed', message, advice: 'Switch them on under Settings, General, Visibility.' }
          }
          if (archived) return { status: 'failed', message: `${path} is archived.`, advice: 'Choose another project.' }
          return `${path} has issues.`
        },
      },
      {
        name: 'Permissions',
        advice: 'Make the account a member of the project with the role Reporter.',
        run: async () => {
          const { permissions } = await read(project)
          const access = [permissions?.project_access, permissions?.group_access]
          const level = Math.max(...access.map((one) => one?.access_level ?? 0))
          if (level >= reporter) return 'The account may create, edit and close issues.'
          return {
            status: 'failed',
            message: 'The account may not edit and close the issues of others.',
            advice:
              'Make the account a member of the project with the role Reporter, and give the token the scope api.',
          }
        },
      },
      { name: 'Statuses', run: () => checkStatuses(statuses) },
    ],
  })
}
