import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { CheckStep } from '#lib/contracts/connection-values.ts'
import type { ConnectionKind } from '#server/connections/connection-kind.ts'
import { buildMissingProjectResult, checkStatuses, runSteps } from '#server/connections/trackers/check-steps.ts'
import { repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import { describeOrigin, replaceOurPart, toIssueTitle } from '#server/connections/trackers/issue-text.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { RepositoryIssues } from '#server/connections/trackers/repository-issues.ts'
import { type TrackedAction, trackedFields, type WrittenField } from '#server/connections/trackers/tracker.ts'
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

function openGitLab(parts: TrackerParts<RepositoryOptions>): OpenedTracker {
  const { client, keys, options, publicUrl } = parts
  const issues = new RepositoryIssues(parts, {
    schema: GitLabIssue,
    path: (project) => `/projects/${encodeURIComponent(project)}/issues`,
    read: (issue) => ({
      number: issue.iid,
      url: issue.web_url,
      title: issue.title,
      text: issue.description,
      isOpen: issue.state === 'opened',
      dueOn: issue.due_date ?? null,
      closedBy: issue.closed_by
        ? {
            id: String(issue.closed_by.id ?? ''),
            name: issue.closed_by.name,
            login: issue.closed_by.username ?? null,
            email: null,
          }
        : null,
      updatedAt: issue.updated_at,
    }),
  })

  async function composeValues(action: TrackedAction, fields: readonly WrittenField[], text = '') {
    const person = fields.includes('owner') ? await findPersonId(client, action.owner) : null
    return {
      ...(fields.includes('title') ? { title: toIssueTitle(action) } : {}),
      ...(fields.includes('description')
        ? { description: replaceOurPart(text, action, [describeOrigin(action, publicUrl)]) }
        : {}),
      ...(fields.includes('target_date') ? { due_date: action.target_date } : {}),
      ...(person === null ? {} : { assignee_ids: [person] }),
    }
  }

  return {
    statuses: issues.statuses,
    async find(key) {
      const issue = await issues.find(key)
      return issue && issues.toIssue(issue, keys.getProject(key))
    },
    create: async (action) => issues.create(await composeValues(action, trackedFields)),
    findCreated: (actionId, since) =>
      issues.findMarked(actionId, {
        created_after: since.toISOString(),
        order_by: 'created_at',
        sort: 'asc',
        per_page: '100',
      }),
    async findPerson(person) {
      if (person.id === '') return person
      const Profile = z.object({ email: z.string().nullish(), public_email: z.string().nullish() })
      const profile = await catchRejection(client.call(Profile, { path: `/users/${person.id}` }))
      return { ...person, email: profile?.result.email || profile?.result.public_email || null }
    },
    async update(issue, action, { fields, status }) {
      const event = status === null ? {} : { state_event: status === issues.statuses[1] ? 'close' : 'reopen' }
      const current = fields.includes('description') ? await issues.find(issue.key) : null
      const body = { ...(await composeValues(action, fields, current?.description ?? '')), ...event }
      return Object.keys(body).length === 0 ? issue : issues.update(issue.key, 'PUT', body)
    },
    changedSince: (project, since) =>
      issues.listChanged(project, since, (time) => ({
        scope: 'all',
        updated_after: time,
        order_by: 'updated_at',
        sort: 'asc',
        per_page: '100',
      })),
    check: () => checkGitLab(client, options, issues.statuses),
  }
}

/** Finds the identifier of a person by their public e-mail; null if there is none. */
async function findPersonId(client: TrackerClient, email: string): Promise<number | null> {
  const People = z.array(z.object({ id: z.int() }))
  const people = await catchRejection(client.call(People, { path: '/users', query: { search: email } }))
  const [only, ...others] = people?.result ?? []
  return only && others.length === 0 ? only.id : null
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

function checkGitLab(
  client: TrackerClient,
  { project }: RepositoryOptions,
  [open = 'open', closed = 'done']: readonly IssueStatus[],
): Promise<CheckStep[]> {
  const signIn = {
    name: 'Sign-in',
    advice: 'Check the URL and the token of the connection; the token needs the scope api.',
    run: async () => {
      const { result } = await client.call(z.object({ username: z.string() }), { path: '/user' })
      return `Signed in as ${result.username}.`
    },
  }
  if (project === null) {
    return runSteps([signIn, { name: 'Project', advice: '', run: async () => buildMissingProjectResult('project') }])
  }
  const read = async () => (await client.call(Project, { path: `/projects/${encodeURIComponent(project)}` })).result
  return runSteps([
    signIn,
    {
      name: 'Project',
      advice: `Check the path of the project, such as group/name, and that the account is a member of it.`,
      run: async () => {
        const { path_with_namespace: path, issues_enabled: hasIssues, archived } = await read()
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
        const { permissions } = await read()
        const { project_access: projectAccess, group_access: groupAccess } = permissions ?? {}
        const level = Math.max(projectAccess?.access_level ?? 0, groupAccess?.access_level ?? 0)
        if (level >= reporter) return 'The account may create, edit and close issues.'
        return {
          status: 'failed',
          message: 'The account may not edit and close the issues of others.',
          advice: 'Make the account a member of the project with the role Reporter, and give the token the scope api.',
        }
      },
    },
    { name: 'Statuses', advice: '', run: async () => checkStatuses(open, closed) },
  ])
}
