import { z } from 'zod'
import { endpoint, route } from './endpoint.ts'

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

export const receiveEvent = endpoint({
  ...route('receiveEvent', 'Connections', 'POST', '/api/events/v1/{connection}'),
  summary: 'Receive an event of a pipeline or of monitoring',
  description:
    'The signature or token of the sender is checked with the secret of the connection. An event is stored once, however often it is sent, and read within seconds.',
  access: 'signature',
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
