import { describe, expect, test } from 'vitest'
import { createExampleRequest } from './curl-line.ts'
import type { Document } from './describe-schema.ts'
import { readGroups, readOperation } from './read-operation.ts'

const document: Document = {
  openapi: '3.1.1',
  info: { title: 'Test', version: '1', description: '# First thing\n\nOne.\n\n# Second\n\nTwo.' },
  tags: [{ name: 'Saved views', description: 'Views.' }],
  'x-tagGroups': [{ name: 'Pages', tags: ['Saved views'] }],
  paths: {
    '/views/{id}': {
      patch: {
        operationId: 'updateView',
        tags: ['Saved views'],
        summary: 'Update a view',
        security: [{ itsmToken: ['write'] }, { session: ['reviewer'] }],
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            schema: { type: 'string', minLength: 1, maxLength: 64 },
            example: 'v1',
          },
          {
            name: 'limit',
            in: 'query',
            description: 'Records per page\n\n| Field |\n|---|',
            schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
          },
          { $ref: '#/components/parameters/If-Match' },
        ],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/View' }, example: { a: 1 } } },
        },
        responses: {
          '200': {
            description: 'Done.',
            headers: { ETag: { schema: { type: 'string' } } },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/View' } } },
            },
          },
          '403': { $ref: '#/components/responses/Refused' },
        },
      },
    },
  },
  components: {
    securitySchemes: {
      itsmToken: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
    parameters: { 'If-Match': { name: 'If-Match', in: 'header', schema: { type: 'string' }, example: '"v3"' } },
    responses: { Refused: { description: '`forbidden`: too low.\n\n`csrf_rejected`: from elsewhere.' } },
    schemas: {
      State: { type: 'string', enum: ['open', 'done'], description: 'A state' },
      View: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: ['string', 'null'], maxLength: 64, description: 'Its name' },
          state: { anyOf: [{ $ref: '#/components/schemas/State' }, { type: 'null' }], description: 'Where it stands' },
          parts: {
            type: 'array',
            maxItems: 5,
            items: { type: 'object', properties: { at: { type: 'string', format: 'date' } } },
          },
          plan: { type: 'object', additionalProperties: {} },
        },
      },
    },
  },
}

const [entry] = readGroups(document)[0]?.tags[0]?.operations ?? []
if (!entry) throw new Error('The document has no operation.')
const operation = readOperation(document, entry)

test('readGroups groups operations by tag', () => {
  expect(readGroups(document)).toMatchObject([
    { name: 'Pages', tags: [{ slug: 'saved-views', description: 'Views.', operations: [{ id: 'updateView' }] }] },
  ])
})

describe('readOperation', () => {
  test('lists who may call', () => {
    expect(operation.callers).toEqual([
      { scheme: 'itsmToken', kind: 'token', needs: 'write' },
      { scheme: 'session', kind: 'session', needs: 'reviewer' },
    ])
  })

  test('lists the codes of an error with their meaning', () => {
    expect(operation.errors).toEqual([
      {
        status: '403',
        codes: [
          { code: 'forbidden', when: 'too low.' },
          { code: 'csrf_rejected', when: 'from elsewhere.' },
        ],
        headers: [],
      },
    ])
  })
})

test('createExampleRequest uses the examples of path, query and body, and a shell variable for the token', () => {
  expect(createExampleRequest(operation)).toMatchObject({
    path: '/views/v1',
    query: [],
    headers: [
      ['Authorization', 'Bearer $TOKEN'],
      ['Content-Type', 'application/json'],
    ],
    body: '{\n  "a": 1\n}',
  })
})
