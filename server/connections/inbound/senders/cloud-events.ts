import { type CloudEventV1, HTTP } from 'cloudevents'
import { z } from 'zod'
import { shorten } from '#lib/text/shorten.ts'
import type { ConnectionKind } from '#server/connections/connector.ts'
import { parseMapped } from './json.ts'
import {
  EventKey,
  EventTime,
  isProductionName,
  mapService,
  OptionalText,
  printText,
  RequiredText,
  readChangeNumber,
  readEventValue,
  shortenKey,
  toDeployment,
} from './read-values.ts'
import {
  defineSender,
  type EventOptions,
  hasTokenOrSignature,
  type ParsedDelivery,
  readStandardDeliveryId,
  type SentDelivery,
  UnreadableEvent,
} from './sender.ts'

/** CloudEvents in structured, binary and batched form. CDEvents are parsed by their type, others as mapped JSON. */
const events = defineSender({
  secretHint: 'Sent as a bearer token, or used for Standard Webhooks.',
  uses: ['production', 'services', 'fields'],
  verify: hasTokenOrSignature,
  deliveryId: readStandardDeliveryId,
  reads: [
    'ce-id',
    'ce-source',
    'ce-type',
    'ce-specversion',
    'ce-time',
    'ce-subject',
    'ce-datacontenttype',
    'ce-dataschema',
  ],
  parse(delivery, options) {
    const parsed = readCloudEvents(delivery).map((event) => parseOne(event, options))
    const events = parsed.flatMap((one) => ('events' in one ? one.events : []))
    if (events.length > 0) return { events }
    return { ignored: parsed.flatMap((one) => ('ignored' in one ? [one.ignored] : [])).join(' ') }
  },
})

export const cloudevents: ConnectionKind = {
  label: 'CloudEvents',
  purpose: 'Deployments and incidents of any system that sends CloudEvents or CDEvents.',
  options: 'sender',
  events,
  formats: ['CloudEvents', 'CDEvents'],
}

/** The attributes that are read from a CloudEvent; the library also accepts events without a type. */
const CloudEvent = z.object({
  id: z.string(),
  type: z.string(),
  time: z.string().optional(),
  data: z.unknown().optional(),
})
type CloudEvent = z.output<typeof CloudEvent>

function readCloudEvents(delivery: SentDelivery): CloudEvent[] {
  const events = toEvents(delivery)
  return (Array.isArray(events) ? events : [events]).map(({ id, type, time, data }) =>
    readEventValue(CloudEvent, { id, type, time, data }),
  )
}

function toEvents({ headers, body }: SentDelivery): CloudEventV1<unknown> | CloudEventV1<unknown>[] {
  try {
    return HTTP.toEvent<unknown>({ headers, body })
  } catch (error) {
    throw new UnreadableEvent(`The body is not a CloudEvent: ${(error as Error).message}`)
  }
}

function parseOne(event: CloudEvent, options: EventOptions): ParsedDelivery {
  if (!event.type.startsWith('dev.cdevents.')) return parseMapped(event.data, options, { id: event.id, at: event.time })
  const [, , subject, predicate = ''] = event.type.split('.')
  if (subject === 'service' && deployments.includes(predicate)) return parseService(event.data, predicate, options)
  if (subject === 'incident' && incidents.includes(predicate)) return parseIncident(event.data, predicate, options)
  return { ignored: `The event ${event.type} is not used.` }
}

const deployments = ['deployed', 'upgraded', 'rolledback']
const incidents = ['detected', 'reported', 'resolved']

const Reference = z.object({ id: OptionalText }).nullish()

const CdEvent = z.object({
  context: z.object({ id: EventKey, timestamp: EventTime }),
  subject: z.object({
    id: RequiredText,
    content: z
      .object({
        environment: Reference,
        service: Reference,
        artifactId: OptionalText,
        description: OptionalText,
        ticketURI: OptionalText,
      })
      .prefault({}),
  }),
  customData: z.unknown().optional(),
})

/** Parses the deployment of a service. CDEvents reports only the end, so each event is one deployment. */
function parseService(data: unknown, predicate: string, options: EventOptions): ParsedDelivery {
  const { context, subject, customData } = readEventValue(CdEvent, data)
  const environment = subject.content.environment?.id ?? 'unknown'
  return toDeployment(options, {
    remoteId: context.id,
    at: context.timestamp,
    status: 'succeeded',
    names: [subject.id, lastSegment(subject.id)],
    environment,
    isProduction: isProductionName(options, lastSegment(environment)),
    isRollback: predicate === 'rolledback',
    facts: {
      change: readChangeNumber(customData),
      ref: subject.content.artifactId,
      text: customData === undefined ? null : printText(customData),
    },
  })
}

function parseIncident(data: unknown, predicate: string, options: EventOptions): ParsedDelivery {
  const { context, subject } = readEventValue(CdEvent, data)
  const { environment, service, description } = subject.content
  const environmentId = environment?.id ?? null
  if (environmentId !== null && !isProductionName(options, lastSegment(environmentId))) {
    return { ignored: `The environment ${environmentId} is not production.` }
  }
  const at = context.timestamp
  const serviceName = service?.id ? lastSegment(service.id) : null
  return {
    events: [
      {
        kind: 'alerts',
        groupKey: shortenKey(subject.id),
        alerts: [{ key: shortenKey(subject.id), startedAt: at, resolvedAt: predicate === 'resolved' ? at : null, at }],
        title: shorten(description ?? `Incident ${subject.id}`, 300),
        service: mapService(options, [service?.id, serviceName], serviceName),
        level: null,
      },
    ],
  }
}

/** Identifiers of CDEvents are often paths, such as `/environments/production`. */
const lastSegment = (id: string): string => id.split('/').findLast((part) => part !== '') ?? id
