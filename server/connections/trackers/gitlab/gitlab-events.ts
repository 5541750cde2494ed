import { z } from 'zod'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
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
import { defineSender } from '#server/connections/inbound/senders/sender.ts'
import { verifySecretIn } from '#server/connections/inbound/senders/signatures.ts'

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
export const gitlabEvents = defineSender({
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
