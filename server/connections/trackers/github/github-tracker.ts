import { z } from 'zod'
import { RepositoryOptions } from '#lib/contracts/connection-options.ts'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { formatDay } from '#lib/time/format-time.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import {
  EventKey,
  EventTime,
  isProductionName,
  lookUp,
  OptionalText,
  printText,
  RequiredText,
  readChangeNumber,
  readJson,
  toDeployment,
} from '#server/connections/inbound/senders/read-values.ts'
import { defineSender, verifyHmacIn } from '#server/connections/inbound/senders/sender.ts'
import { checkStatuses, checkTracker } from '#server/connections/trackers/check-steps.ts'
import { describeOrigin, repositorySegment } from '#server/connections/trackers/issue-keys.ts'
import type { IssueStatus } from '#server/connections/trackers/merge-status.ts'
import { openRepository } from '#server/connections/trackers/repository-issues.ts'
import type {
  OpenedTracker,
  TrackerDefinition,
  TrackerParts,
  TrackerPerson,
} from '#server/connections/trackers/tracker.ts'
import { catchRejection, type TrackerClient } from '#server/connections/trackers/tracker-client.ts'

const Deployment = z.object({
  id: EventKey,
  sha: OptionalText,
  ref: OptionalText,
  task: OptionalText,
  payload: z.unknown().optional(),
  environment: RequiredText,
  production_environment: z.boolean().nullish(),
  description: OptionalText,
  created_at: EventTime,
})

const Payload = z.object({
  deployment: Deployment,
  deployment_status: z
    .object({
      state: z.string(),
      created_at: EventTime,
      log_url: OptionalText,
      target_url: OptionalText,
      environment_url: OptionalText,
    })
    .optional(),
  repository: z.object({ name: RequiredText, full_name: RequiredText, html_url: OptionalText }),
  workflow_run: z.object({ display_title: OptionalText, head_branch: OptionalText }).nullish(),
})

/** The states of a deployment. `inactive` only says that a later deployment replaced it. */
const statuses: Readonly<Record<string, DeploymentEvent['status']>> = {
  pending: 'waiting',
  queued: 'waiting',
  waiting: 'waiting',
  in_progress: 'running',
  success: 'succeeded',
  failure: 'failed',
  error: 'failed',
}

const header = 'X-Hub-Signature-256'

/** The events `deployment` and `deployment_status` of GitHub. */
const githubEvents = defineSender({
  header,
  uses: ['production', 'services'],
  verify: verifyHmacIn(header, 'sha256='),
  deliveryId: ({ headers }) => headers.get('x-github-delivery'),
  reads: ['x-github-event'],
  parse({ headers, body }, options) {
    const name = headers['x-github-event'] ?? ''
    if (name === 'issues') return { ignored: 'An issue changed; the connection is read.', isHint: true }
    if (name !== 'deployment' && name !== 'deployment_status') return { ignored: `The event ${name} is not used.` }
    const { deployment, deployment_status: change, repository, workflow_run: run } = readJson(Payload, body)
    const status = change ? lookUp(statuses, change.state) : 'waiting'
    if (status === undefined) return { ignored: `The state ${change?.state} is not used.` }
    const page = repository.html_url === null ? null : `${repository.html_url}/deployments`
    const url = change?.log_url ?? change?.target_url ?? change?.environment_url ?? page
    const { payload, environment } = deployment
    const isProduction = deployment.production_environment === true || isProductionName(options, environment)
    return toDeployment(options, {
      remoteId: deployment.id,
      at: change?.created_at ?? deployment.created_at,
      status,
      createdAt: deployment.created_at,
      names: [repository.full_name, repository.name],
      environment,
      isProduction,
      isRollback: isRollback(deployment),
      facts: {
        change: readChangeNumber(payload),
        title: deployment.description ?? run?.display_title ?? null,
        ref: deployment.ref,
        sha: deployment.sha,
        url,
        text: [run?.head_branch, printText(payload), change?.environment_url].join(' ').trim(),
      },
    })
  },
})

function isRollback({ task, payload }: z.output<typeof Deployment>): boolean {
  const isMarked = typeof payload === 'object' && payload !== null && 'rollback' in payload && payload.rollback === true
  return isMarked || task?.toLowerCase() === 'rollback'
}

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
const Profile = z.object({ name: z.string().nullish(), email: z.string().nullish() })
const People = z.object({ items: z.array(z.object({ login: z.string() })) })

const toPerson = ({ login }: { login: string }): TrackerPerson => ({ id: login, name: login, login, email: null })

function openGitHub(parts: TrackerParts<RepositoryOptions>): OpenedTracker {
  const { client, publicUrl } = parts
  const listSince = (since: string) => ({ state: 'all', since, sort: 'updated', direction: 'asc', per_page: '100' })
  return openRepository(parts, {
    schema: GitHubIssue,
    path: (project) => `/repos/${project}/issues`,
    read: (issue) => ({
      number: issue.number,
      url: issue.html_url,
      title: issue.title,
      text: issue.body,
      isOpen: issue.state === 'open',
      isOther: Boolean(issue.pull_request),
      dueOn: undefined,
      closedBy: issue.closed_by ? toPerson(issue.closed_by) : null,
      updatedAt: issue.updated_at,
    }),
    updateMethod: 'PATCH',
    textField: 'body',
    footer: (action) => [`Due ${formatDay(action.target_date)}. ${describeOrigin(action, publicUrl)}`],
    /** Assigns the only person with this public e-mail, if they can be assigned. */
    async assign(email, project) {
      const query = { q: `${email} in:email`, per_page: '2' }
      const people = await catchRejection(client.call(People, { path: '/search/users', query }))
      const [only, ...others] = people?.result.items ?? []
      if (!only || others.length > 0) return {}
      const path = `/repos/${project}/assignees/${encodeURIComponent(only.login)}`
      return (await catchRejection(client.call(z.null(), { path }))) ? { assignees: [only.login] } : {}
    },
    move: (isClosed, { status }) =>
      isClosed
        ? { state: 'closed', state_reason: status === 'cancelled' ? 'not_planned' : 'completed' }
        : { state: 'open' },
    createdSince: listSince,
    changedSince: listSince,
    async findPerson(person) {
      const path = `/users/${encodeURIComponent(person.id)}`
      const profile = await catchRejection(client.call(Profile, { path }))
      return { ...person, name: profile?.result.name || person.name, email: profile?.result.email || null }
    },
    check: (statuses) => checkGitHub(parts, statuses),
  })
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

const readLogin = async (client: TrackerClient) =>
  (await client.call(z.object({ login: z.string() }), { path: '/user' })).result.login

function checkGitHub({ client, keys, options }: TrackerParts<RepositoryOptions>, statuses: readonly IssueStatus[]) {
  const read = async (project: string) => (await client.call(Repository, { path: `/repos/${project}` })).result
  return checkTracker({
    signIn: { advice: 'Check the URL and the token of the connection.', readName: () => readLogin(client) },
    project: options.project,
    noun: 'repository',
    listSteps: (project) => [
      {
        name: 'Repository',
        advice: `Check the name, and that the token may read ${project}.`,
        run: async () => {
          if (!keys.isProject(project)) {
            return { status: 'failed', message: `${project} is no repository.`, advice: 'Write it as owner/name.' }
          }
          const { full_name: name, has_issues: hasIssues, archived } = await read(project)
          if (hasIssues === false) {
            const message = `${name} has issues switched off.`
            return { status: 'failed', message, advice: 'Switch them on under Settings, General, Features.' }
          }
          if (archived)
            return { status: 'failed', message: `${name} is archived.`, advice: 'Choose another repository.' }
          return `${name} has issues.`
        },
      },
      {
        name: 'Permissions',
        advice: 'Give the token the repository permission Issues: read and write.',
        run: async () => {
          await client.call(z.array(z.unknown()), { path: `/repos/${project}/issues`, query: { per_page: '1' } })
          const { permissions } = await read(project)
          if (permissions?.push || permissions?.triage) return 'The account may create, edit and close issues.'
          return {
            status: 'failed',
            message: 'The account may read issues, but not close those of others.',
            advice: 'Give the account the role Triage or Write, and the token Issues: read and write.',
          }
        },
      },
      { name: 'Statuses', run: () => checkStatuses(statuses) },
    ],
  })
}
