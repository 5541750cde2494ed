import { CloudEvent, HTTP } from 'cloudevents'
import { entityKinds } from '#lib/actions/entity-kinds.ts'
import type { WebhookFormat } from '#lib/contracts/app/values.ts'
import { buildSlackBody, buildTeamsBody, formatMessageTitle } from '#lib/domain/webhook-message.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { type Entity, findTitle, loadRecord } from './event-records.ts'

/** Something that happened to a record, or to a webhook that is tested. */
export type WebhookEvent = {
  /** Identifies the event among all events. */
  readonly source: string
  /** The identifier of its delivery. */
  readonly id: string
  readonly type: string
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly entity: Entity | 'webhook'
  readonly key: string
}

export const contentTypes: Readonly<Record<WebhookFormat, string>> = {
  thin: 'application/json',
  record: 'application/json',
  cloudevent: 'application/cloudevents+json',
  slack: 'application/json',
  teams: 'application/json',
}

/** Returns the URL of the page of a record; only its path while no public URL is set. */
function buildEventLink({ entity, key }: WebhookEvent, publicUrl: string | null): string {
  const path = entity === 'webhook' ? webhookPaths.one(key) : (entityKinds[entity]?.page?.(key) ?? '/')
  return `${publicUrl ?? ''}${path}`
}

/** The body of the request for an event. */
export async function buildEventBody(
  ctx: Context,
  format: WebhookFormat,
  event: WebhookEvent,
  publicUrl = getSettings().public_url,
): Promise<string> {
  const { id, type, at, entity, key } = event
  const data = { reference: key, link: buildEventLink(event, publicUrl) }
  if (format === 'cloudevent') {
    const source = publicUrl ?? 'urn:hindsight'
    const { body } = HTTP.structured(new CloudEvent({ id, source, type, time: at, subject: key, data }))
    return String(body)
  }
  if (format === 'slack' || format === 'teams') {
    const [title, text] =
      entity === 'webhook'
        ? ['Test of Hindsight', 'Messages arrive in this channel.']
        : [formatMessageTitle(type, entityKinds[entity]?.label ?? entity, key), await findTitle(ctx, entity, key)]
    const message = { title, text, link: publicUrl === null ? null : data.link }
    return JSON.stringify(format === 'slack' ? buildSlackBody(message) : buildTeamsBody(message))
  }
  const record = format === 'record' && entity !== 'webhook' ? { record: await loadRecord(ctx, entity, key) } : {}
  return JSON.stringify({ type, timestamp: at, data: { ...data, ...record } })
}
