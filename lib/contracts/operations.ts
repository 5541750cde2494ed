import { z } from 'zod'
import { endpoint, route } from './endpoint.ts'

export const getHealth = endpoint({
  ...route('getHealth', 'Operations', 'GET', '/api/health'),
  summary: 'Whether the process is alive',
  access: 'public',
  response: z.object({ status: z.literal('alive') }),
  examples: { response: { status: 'alive' } },
})

export const getReadiness = endpoint({
  ...route('getReadiness', 'Operations', 'GET', '/api/ready'),
  summary: 'Whether requests can be served: database reachable and migrated, process not shutting down',
  access: 'public',
  response: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
  examples: { response: { status: 'ready' } },
})

export const getMetrics = endpoint({
  ...route('getMetrics', 'Operations', 'GET', '/api/metrics'),
  summary: 'Metrics in the text format of Prometheus',
  access: { system: 'any', scope: 'read' },
  response: z.string(),
  responseType: 'text/plain; charset=utf-8',
  examples: {
    response: [
      '# HELP hindsight_database_connections Connections of the database pool by state',
      '# TYPE hindsight_database_connections gauge',
      'hindsight_database_connections{state="idle"} 3',
    ].join('\n'),
  },
})

export const getOpenApi = endpoint({
  ...route('getOpenApi', 'Operations', 'GET', '/api/openapi.json'),
  summary: 'This document',
  access: 'public',
  response: z.record(z.string(), z.unknown()),
  examples: { response: { openapi: '3.1.1', info: { title: 'Hindsight API', version: '1.0.0' }, paths: {} } },
})

export const getTokenOpenApi = endpoint({
  ...route('getTokenOpenApi', 'Operations', 'GET', '/api/openapi-tokens.json'),
  summary: 'The part of this document for tokens, to generate a client from',
  description:
    'Users, products, changes, incidents, improvements, events and articles, without the API of the pages. ' +
    'Its responses may have fields that it does not name, so a client generated from it accepts those of later releases.',
  access: 'public',
  response: z.record(z.string(), z.unknown()),
  examples: {
    response: { openapi: '3.1.1', info: { title: 'Hindsight API for tokens', version: '1.0.0' }, paths: {} },
  },
})
