import { z } from 'zod'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
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
import { defineSender } from '#server/connections/inbound/senders/sender.ts'
import { verifyHmacIn } from '#server/connections/inbound/senders/signatures.ts'

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
export const githubEvents = defineSender({
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
