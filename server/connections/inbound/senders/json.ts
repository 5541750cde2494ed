import { z } from 'zod'
import type { DeploymentEvent } from '#lib/domain/sent-events.ts'
import { shorten } from '#lib/text/shorten.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import {
  EventKey,
  EventTime,
  OptionalText,
  RequiredText,
  readEventValue,
  readJson,
  toDeployment,
} from './read-values.ts'
import {
  defineSender,
  type EventOptions,
  hasTokenOrSignature,
  type ParsedDelivery,
  readStandardDeliveryId,
  UnreadableEvent,
} from './sender.ts'

const Fields = z.object({
  id: EventKey,
  service: RequiredText,
  environment: RequiredText,
  status: RequiredText,
  at: EventTime,
  started_at: EventTime.nullish(),
  title: OptionalText,
  ref: OptionalText,
  sha: OptionalText,
  url: OptionalText,
  change: OptionalText,
  rollback: z.unknown().optional(),
})
const jsonFields = Object.keys(Fields.shape)

const statuses: Readonly<Record<DeploymentEvent['status'], readonly string[]>> = {
  waiting: ['waiting', 'created', 'pending', 'queued', 'blocked'],
  running: ['running', 'in_progress', 'started', 'start', 'deploying'],
  succeeded: ['succeeded', 'success', 'successful', 'finished', 'completed', 'complete', 'done', 'passed', 'ok'],
  failed: ['failed', 'failure', 'error', 'errored', 'unsuccessful'],
  canceled: ['canceled', 'cancelled', 'aborted', 'skipped'],
}

/** JSON in a format of the customer; the options of the connection give the path of each field. */
const events = defineSender({
  secretHint: 'Sent as a bearer token, or used for Standard Webhooks.',
  uses: ['production', 'services', 'fields'],
  verify: hasTokenOrSignature,
  deliveryId: readStandardDeliveryId,
  parse: ({ body }, options) => parseMapped(readJson(z.unknown(), body), options),
})

export const json: ConnectionKind = {
  label: 'Other (JSON)',
  purpose: 'Deployments of a system with JSON of its own.',
  options: 'sender',
  events,
  formats: ['JSON of your own'],
}

/** Parses the deployment in a value; `defaults` apply to fields that the value lacks. */
export function parseMapped(
  value: unknown,
  options: EventOptions,
  defaults: Readonly<Record<string, unknown>> = {},
): ParsedDelivery {
  const fields = jsonFields.map((field) => [field, valueAt(value, options.fields[field] ?? field) ?? defaults[field]])
  const event = readEventValue(Fields, Object.fromEntries(fields))
  const { change, title, ref, sha, url } = event
  return toDeployment(options, {
    remoteId: event.id,
    at: event.at,
    status: readStatus(event.status),
    startedAt: event.started_at ?? null,
    names: [event.service],
    environment: event.environment,
    isRollback: event.rollback === true || event.rollback === 'true',
    facts: { change, title, ref, sha, url },
  })
}

/** Returns the value at a dotted path, such as `deployment.state` or `commits.0.id`. */
function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
      ? Reflect.get(inner, key)
      : undefined
  }, value)
}

function readStatus(text: string): DeploymentEvent['status'] {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, '_')
  for (const [status, words] of Object.entries(statuses)) {
    if (words.includes(word)) return status as DeploymentEvent['status']
  }
  throw new UnreadableEvent(`status: "${shorten(text, 40)}" is not the status of a deployment.`)
}
