import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { errorCodes } from '#lib/contracts/error-codes.ts'
import { groupPossibleErrors, listPossibleErrors } from './errors.ts'

const endpoint = (parts: Partial<Endpoint>): Endpoint => ({
  name: 'getThing',
  method: 'GET',
  path: '/api/thing',
  tag: 'Operations',
  summary: 'A thing',
  access: 'public',
  response: z.object({}),
  ...parts,
})

const always = [
  'invalid_request',
  'invalid_parameter',
  'rate_limited',
  'internal_error',
  'unavailable',
  'upstream_timeout',
]
const beyondAlways = (parts: Partial<Endpoint>) =>
  listPossibleErrors(endpoint(parts)).filter((code) => !always.includes(code))

test('contains the errors of every endpoint', () => {
  expect(listPossibleErrors(endpoint({}))).toEqual(always)
})

test.each<[string, Partial<Endpoint>, string[]]>([
  ['reading by token', { access: { system: 'itsm', scope: 'read' } }, ['unauthenticated', 'insufficient_scope']],
  ['reading by any token', { access: { system: 'any', scope: 'read' } }, ['unauthenticated']],
  ['reading by the lowest role', { access: { role: 'viewer' } }, ['unauthenticated', 'insufficient_scope']],
  ['reading by a higher role', { access: { role: 'admin' } }, ['unauthenticated', 'insufficient_scope', 'forbidden']],
  [
    'deleting by role',
    { method: 'DELETE', access: { role: 'viewer' } },
    ['unauthenticated', 'insufficient_scope', 'csrf_rejected'],
  ],
  [
    'a versioned PATCH',
    { method: 'PATCH', access: { system: 'docs', scope: 'write' }, body: z.object({}), versioned: true },
    [
      'unauthenticated',
      'insufficient_scope',
      'forbidden',
      'csrf_rejected',
      'precondition_failed',
      'payload_too_large',
      'unsupported_media_type',
    ],
  ],
  ['a POST without a body', { method: 'POST' }, ['idempotency_in_progress', 'idempotency_key_reused']],
  ['the errors that it lists', { errors: ['conflict', 'not_found'] }, ['not_found', 'conflict']],
  ['parameters', { params: z.object({ id: z.string() }) }, ['not_found']],
  ['parameters that always name something', { params: z.object({ id: z.string() }), errors: [] }, []],
  ['a filter', { filterFields: {} }, ['invalid_filter']],
])('contains the errors for %s', (_, parts, expected) => {
  expect(beyondAlways(parts)).toEqual(expected)
})

test('groups by status', () => {
  const byStatus = Object.fromEntries(groupPossibleErrors(endpoint({ errors: ['invalid_filter'] })))
  expect(byStatus[400]).toEqual(['invalid_request', 'invalid_parameter', 'invalid_filter'])
  expect(Object.keys(byStatus)).toEqual(['400', '429', '500', '503', '504'])
})

test('contains every code of the closed list for some operation, except those of no operation', () => {
  const possible = new Set<string>(allEndpoints.flatMap(listPossibleErrors))
  const missing = errorCodes.filter((code) => !possible.has(code))
  expect(['method_not_allowed', 'conflict']).toEqual(expect.arrayContaining(missing))
})
