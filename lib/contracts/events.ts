import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { oneOf, Timestamp, text, wholeNumber } from './primitives.ts'

export const eventEntities = ['change', 'incident', 'review', 'improvement', 'article'] as const

/** The last part of an event type, by the action in the history. */
export const eventVerbs = { create: 'created', update: 'updated', delete: 'deleted' } as const

const RecordEvent = z
  .object({
    id: z.string().describe('Identifier of the event'),
    type: z.string().describe('Kind of record and what happened to it: `created`, `updated` or `deleted`'),
    time: Timestamp.describe('When it was written'),
    entity: oneOf(eventEntities).describe('Kind of record'),
    key: z.string().describe('Number, reference or identifier of the record'),
    version: z
      .int()
      .min(1)
      .nullable()
      .describe('Version of the record now, as in its `ETag`; null when it no longer exists'),
    changed: z.array(z.string()).describe('Names of the fields that were written'),
    actor: z.string().describe('Name of the person, token or job that wrote it'),
  })
  .meta({ id: 'RecordEvent' })

/** The cursor at the beginning of a feed. */
export const startOfEvents = 'start'
/** Days for which events stay in the feed. */
export const eventDays = 90

const exampleId = 'evt_01jdh3m8w5c2v7k9q4r6t8y0ab'

const readers = endpointsFor('Events', { system: 'itsm', scope: 'read' }, '/api/itsm/v1')

export const listEvents = readers.get('listEvents', '/events', {
  summary: 'Follow what happens to the records',
  description:
    'Every write to a change, an incident, a review, an improvement or an article, oldest first, each exactly once. ' +
    'Read on with `next` as `after`; an empty `result` means that nothing else has happened. ' +
    'With `wait` the request is held until something happens, for at most that many seconds. ' +
    'Of more than ten waiting requests of one caller the oldest ends without events; repeat it with `next`. ' +
    'An event appears once every transaction that began before its own has ended, so a long import delays the events after it. ' +
    `Without \`after\` the feed begins ${eventDays} days back.`,
  query: z.strictObject({
    after: text(64).optional().describe(`Where to read on: \`next\` of the last response, or \`${startOfEvents}\``),
    limit: wholeNumber(1, 1000).default(100).describe('Maximum number of events'),
    wait: wholeNumber(0, 30).default(0).describe('Seconds to wait if nothing has happened'),
  }),
  response: z.object({
    result: z.array(RecordEvent),
    next: z.string().describe('Cursor after the last event, for `after` of the next request'),
  }),
  examples: {
    query: { after: startOfEvents, limit: '100' },
    response: {
      result: [
        {
          id: exampleId,
          type: 'change.updated',
          time: '2026-03-09T14:01:00.000Z',
          entity: 'change',
          key: 'CHG0000042',
          version: 7,
          changed: ['pir_outcome', 'pir_date'],
          actor: 'Noor Haddad',
        },
      ],
      next: exampleId,
    },
  },
})

/** Maximum bytes of an event. GitHub sends up to 25 MB, but its deployments are smaller than 100 KB. */
const maxEventBytes = 1024 * 1024

const exampleEvent = {
  id: '4711',
  service: 'payments-api',
  environment: 'production',
  status: 'succeeded',
  at: '2026-03-01T02:10:00Z',
  change: 'CHG0000042',
  title: 'Upgrade the client of the database',
}

const exampleCloudEvent = {
  specversion: '1.0',
  id: 'evt-1',
  source: '/pipelines/payments',
  type: 'com.example.deployment',
  time: '2026-03-01T02:10:00Z',
  data: exampleEvent,
}

const senders = endpointsFor('Connections', 'signature', '')

export const receiveEvent = senders.post('receiveEvent', '/api/events/v1/{connection}', {
  summary: 'Receive an event of a pipeline or of monitoring',
  description:
    'The signature or token of the sender is checked with the secret of the connection. An event is stored once, however often it is sent, and read within seconds.',
  params: z.object({ connection: z.string().min(1).max(64).describe('Name of the connection') }),
  raw: {
    types: ['application/json', 'application/cloudevents+json', 'application/cloudevents-batch+json'],
    maxBytes: maxEventBytes,
  },
  quota: 'events',
  errors: ['insufficient_storage'],
  response: z
    .object({
      status: z.enum(['stored', 'duplicate']).describe('Whether it is new, or was stored before'),
    })
    .meta({ id: 'ReceivedEvent' }),
  status: 202,
  examples: {
    params: { connection: 'payments-pipeline' },
    files: {
      'application/json': exampleEvent,
      'application/cloudevents+json': exampleCloudEvent,
      'application/cloudevents-batch+json': [exampleCloudEvent],
    },
    response: { status: 'stored' },
  },
})
