import { z } from 'zod'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import { EventTime, lookUp, OptionalText, RequiredText, readJson, shortenKey, toDeployment } from './read-values.ts'
import { defineSender, hasTokenOrSignature, readStandardDeliveryId } from './sender.ts'

/** The body of the template in docs/connections.md. */
const Payload = z.object({
  app: RequiredText,
  phase: z.string(),
  started_at: EventTime,
  finished_at: z
    .union([z.literal(''), z.literal('<nil>'), z.literal('<no value>'), EventTime])
    .nullish()
    .transform((value) => (value?.includes('T') ? value : null)),
  revision: OptionalText,
  environment: OptionalText,
  namespace: OptionalText,
  message: OptionalText,
  change: OptionalText,
  rollback: z.union([z.boolean(), z.literal('true'), z.literal('false'), z.literal('')]).nullish(),
  url: OptionalText,
})

const statuses: Readonly<Record<string, DeploymentEvent['status']>> = {
  Running: 'running',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Error: 'failed',
}

/** Notifications of Argo CD. One operation of an application is one deployment. */
const events = defineSender({
  secretHint: 'Argo CD sends it as a bearer token.',
  uses: ['production', 'services'],
  verify: hasTokenOrSignature,
  deliveryId: readStandardDeliveryId,
  parse({ body }, options) {
    const event = readJson(Payload, body)
    const status = lookUp(statuses, event.phase)
    if (status === undefined) return { ignored: `The phase ${event.phase} is not used.` }
    return toDeployment(options, {
      remoteId: shortenKey(`${event.app} ${event.started_at}`),
      at: status === 'running' ? event.started_at : (event.finished_at ?? event.started_at),
      status,
      startedAt: event.started_at,
      names: [event.app],
      environment: event.environment ?? event.namespace ?? 'unknown',
      isRollback: event.rollback === true || event.rollback === 'true',
      facts: { change: event.change, title: event.message, sha: event.revision, url: event.url },
    })
  },
})

export const argocd: ConnectionKind = {
  label: 'Argo CD',
  purpose: 'Reports when a change went live.',
  options: 'sender',
  events,
}
