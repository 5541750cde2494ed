import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import {
  EventKey,
  EventTime,
  isProductionName,
  lookUp,
  OptionalText,
  RequiredText,
  readJson,
  toDeployment,
} from '#server/connections/inbound/senders/read-values.ts'
import { defineSender, verifySecretIn } from '#server/connections/inbound/senders/sender.ts'
import { checkStatuses, checkTracker } from '#server/connections/trackers/check-steps.ts'
import { describeOrigin, repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { openRepository } from '#server/connections/trackers/repository-issues.ts'
import type { OpenedTracker, TrackerDefinition, TrackerParts } from '#server/connections/trackers/tracker.ts'
import { catchRejection, type TrackerClient } from '#server/connections/trackers/tracker-client.ts'

const Kind = z.object({ object_kind: z.string().optional() })

const Payload = z.object({
  status: z.string(),
  status_changed_at: EventTime,
  deployment_id: EventKey,
  deployable_url: OptionalText,
  environment: RequiredText,
  environment_tier: OptionalText,
  environment_external_url: OptionalText,
  project: z.object({ name: RequiredText, path_with_namespace: RequiredText }),
  ref: OptionalText,
  short_sha: OptionalText,
  commit_title: OptionalText,
})

const statuses: Readonly<Record<string, DeploymentEvent['status']>> = {
  created: 'waiting',
  blocked: 'waiting',
  approved: 'waiting',
  running: 'running',
  success: 'succeeded',
  failed: 'failed',
  rejected: 'canceled',
  canceled: 'canceled',
}

const header = 'X-Gitlab-Token'

/** The deployment events of GitLab. */
const gitlabEvents = defineSender({
  header,
  uses: ['production', 'services'],
  verify: verifySecretIn(header),
  deliveryId: ({ headers }) => headers.get('idempotency-key'),
  reads: ['x-gitlab-event'],
  parse({ body }, options) {
    const { object_kind: kind } = readJson(Kind, body)
    if (kind === 'issue') return { ignored: 'An issue changed; the connection is read.', isHint: true }
    if (kind !== 'deployment') return { ignored: `The event ${kind ?? 'without object_kind'} is not used.` }
    const event = readJson(Payload, body)
    const status = lookUp(statuses, event.status)
    if (status === undefined) return { ignored: `The status ${event.status} is not used.` }
    const { environment, environment_tier: tier, project } = event
    return toDeployment(options, {
      remoteId: event.deployment_id,
      at: event.status_changed_at,
      status,
      names: [project.path_with_namespace, project.name],
      environment,
      isProduction: tier === 'production' || isProductionName(options, environment),
      facts: {
        title: event.commit_title,
        ref: event.ref,
        sha: event.short_sha,
        url: event.deployable_url,
        text: event.environment_external_url,
      },
    })
  },
})

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
