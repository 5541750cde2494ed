import { z } from 'zod'
import type { AlertLevel } from '#lib/domain/sent-events.ts'
import { shorten } from '#lib/text/shorten.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import { EventKey, EventTime, mapService, OptionalText, readAlertLevel, readJson } from './read-values.ts'
import { defineSender, verifyHmacIn } from './sender.ts'

const Identified = z.object({ event: z.object({ id: z.string() }) })
const Envelope = z.object({ event: z.object({ event_type: z.string(), data: z.unknown().optional() }) })

const Payload = z.object({
  event: z.object({
    occurred_at: EventTime,
    data: z.object({
      id: EventKey,
      title: OptionalText,
      created_at: EventTime.nullish(),
      urgency: OptionalText,
      service: z.object({ id: OptionalText, summary: OptionalText }).nullish(),
      priority: z.object({ summary: OptionalText }).nullish(),
    }),
  }),
})

/** The events that carry a whole incident. */
const usedEvents = [
  'triggered',
  'acknowledged',
  'unacknowledged',
  'delegated',
  'escalated',
  'reassigned',
  'priority_updated',
  'reopened',
  'resolved',
]

const header = 'X-PagerDuty-Signature'

/** Webhooks of PagerDuty, version 3. */
const events = defineSender({
  header,
  secretHint: 'PagerDuty shows it when you add the webhook. Without it, events are refused.',
  uses: ['services'],
  verify: verifyHmacIn(header, 'v1='),
  deliveryId: ({ body }) => readJson(Identified, body).event.id,
  parse({ body }, options) {
    const { event_type: type } = readJson(Envelope, body).event
    const [resource, verb = ''] = type.split('.')
    if (resource !== 'incident' || !usedEvents.includes(verb)) return { ignored: `The event ${type} is not used.` }
    const { occurred_at: at, data } = readJson(Payload, body).event
    const resolvedAt = verb === 'resolved' ? at : null
    return {
      events: [
        {
          kind: 'alerts',
          groupKey: data.id,
          alerts: [{ key: data.id, startedAt: data.created_at ?? at, resolvedAt, at }],
          title: shorten(data.title ?? `PagerDuty incident ${data.id}`, 300),
          service: mapService(options, [data.service?.id, data.service?.summary], data.service?.summary ?? null),
          level: readLevel(data.priority?.summary ?? null, data.urgency),
        },
      ],
    }
  },
})

export const pagerduty: ConnectionKind = {
  label: 'PagerDuty',
  purpose: 'Imports its incidents.',
  options: 'sender',
  events,
}

function readLevel(priority: string | null, urgency: string | null): AlertLevel | null {
  return readAlertLevel(priority) ?? (urgency === 'high' ? 2 : urgency === 'low' ? 4 : null)
}
