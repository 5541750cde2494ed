import { describe, expect, test } from 'vitest'
import { type Endpoint, getSuccessStatus } from '#lib/contracts/endpoint.ts'
import { errorCodes } from '#lib/contracts/error-codes.ts'
import { findListShape, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { openApiDocument } from '#server/api-documents.ts'
import { documentedEndpoints } from './build-open-api.ts'
import { groupPossibleErrors } from './errors.ts'

type Node = Record<string, unknown>

/** The document as a client reads it. */
const document: Node = JSON.parse(JSON.stringify(openApiDocument()))

const asNode = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {})

/** The value at a path through the document, with references resolved. */
const at = (...path: string[]): unknown =>
  path.reduce<unknown>((node, key) => {
    const next = asNode(node)[key]
    const { $ref } = asNode(next)
    return typeof $ref === 'string' ? at(...$ref.slice(2).split('/')) : next
  }, document)

const ofOperation = ({ path, method }: Endpoint, ...rest: string[]) => at('paths', path, method.toLowerCase(), ...rest)

function named(name: string): Endpoint {
  const endpoint = documentedEndpoints.find((one) => one.name === name)
  if (!endpoint) throw new Error(`There is no endpoint ${name}.`)
  return endpoint
}

describe('the OpenAPI document', () => {
  test('has an operation for each endpoint that is not for people alone, and no other', () => {
    const methods = ['get', 'post', 'put', 'patch', 'delete']
    const operations = Object.keys(asNode(document.paths)).flatMap((path) =>
      methods.map((key) => at('paths', path, key)),
    )
    const ids = operations.flatMap((operation) => asNode(operation).operationId ?? [])
    expect(ids.toSorted()).toEqual(documentedEndpoints.map(({ name }) => name).toSorted())
  })

  test('carries the closed list of codes', () => {
    expect(at('components', 'schemas', 'ErrorCode', 'enum')).toEqual(errorCodes)
  })

  test('is built once', () => {
    expect(openApiDocument()).toBe(openApiDocument())
  })

  test('describes the success response, with an example of the body', () => {
    for (const endpoint of documentedEndpoints) {
      const success = asNode(ofOperation(endpoint, 'responses', `${getSuccessStatus(endpoint)}`))
      const body = { schema: expect.anything(), example: expect.anything() }
      const whole = { schema: { type: 'string' } }
      const file = Object.fromEntries((endpoint.file ?? []).map((type) => [type, body]))
      const content = endpoint.file
        ? file
        : {
            [endpoint.responseType ?? 'application/json']: body,
            ...(findListShape(endpoint) &&
              Object.fromEntries(Object.values(wholeListTypes).map((type) => [type, whole]))),
          }
      expect(success.headers, endpoint.name).toHaveProperty('X-Request-Id')
      expect(success.content, endpoint.name).toEqual(endpoint.response || endpoint.file ? content : undefined)
    }
  })

  test('describes every error response by status and code', () => {
    for (const endpoint of documentedEndpoints) {
      const statuses = Object.keys(asNode(ofOperation(endpoint, 'responses'))).filter((status) => status >= '400')
      const schemaPath = (status: string) => [
        'responses',
        status,
        'content',
        'application/json',
        'schema',
        'allOf',
        '1',
      ]
      const listCodes = (status: string) =>
        ofOperation(endpoint, ...schemaPath(status), 'properties', 'error', 'properties', 'code', 'enum')
      expect(
        statuses.map((status) => [Number(status), listCodes(status)]),
        endpoint.name,
      ).toEqual(groupPossibleErrors(endpoint))
    }
  })

  test('describes every parameter', () => {
    for (const endpoint of documentedEndpoints) {
      const parameters = ofOperation(endpoint, 'parameters')
      const described = Array.isArray(parameters) ? parameters.filter((one) => !('$ref' in one)) : []
      const inputs = { ...endpoint.params?.shape, ...endpoint.query?.shape }
      expect(
        described.map(({ name }) => name),
        endpoint.name,
      ).toEqual(Object.keys(inputs))
      for (const { description } of described) expect(description, endpoint.name).toMatch(/^[A-Z].{3,}/)
    }
  })

  test('describes who may call', () => {
    for (const endpoint of documentedEndpoints) {
      const security = ofOperation(endpoint, 'security')
      const alternatives = Array.isArray(security) ? security.flatMap((one) => Object.keys(one)) : null
      expect(alternatives?.length === 0, endpoint.name).toBe(endpoint.access === 'public')
      for (const scheme of alternatives ?? [])
        expect(at('components', 'securitySchemes'), endpoint.name).toHaveProperty(scheme)
    }
  })

  test('has an example body for each media type that it accepts, except for a workbook', () => {
    for (const endpoint of documentedEndpoints) {
      const content = asNode(ofOperation(endpoint, 'requestBody', 'content'))
      const file = endpoint.upload ?? endpoint.raw
      const types = file ? file.types : endpoint.body ? ['application/json', ...(endpoint.bodyTypes ?? [])] : []
      expect(Object.keys(content), endpoint.name).toEqual(types)
      for (const [type, body] of Object.entries(content)) {
        if (type === wholeListTypes.xlsx)
          expect(body, endpoint.name).toEqual({ schema: { type: 'string', format: 'binary' } })
        else expect(body, endpoint.name).toHaveProperty('example')
      }
    }
  })

  test.each([
    ['a GET', 'getChange', '200', 'ETag'],
    ['a list', 'listUsers', '200', 'Link'],
    ['a creation', 'createImprovement', '201', 'Location'],
    ['a repeated POST', 'createImprovement', '201', 'Idempotency-Replayed'],
    ['a versioned PATCH', 'updateChange', '200', 'ETag'],
    ['an unchanged GET', 'getUser', '304', 'ETag'],
    ['a missing credential', 'listUsers', '401', 'WWW-Authenticate'],
    ['a wrong type of PATCH', 'updateChange', '415', 'Accept-Patch'],
    ['a wrong type of POST', 'createArticle', '415', 'Accept-Post'],
    ['too many requests', 'getHealth', '429', 'Retry-After'],
    ['a database out of reach', 'listProducts', '503', 'Retry-After'],
  ])('describes the header of %s', (_, name, status, header) => {
    expect(ofOperation(named(name), 'responses', status, 'headers')).toHaveProperty(header)
  })

  test.each([
    ['getChange', 'If-None-Match'],
    ['updateChange', 'If-Match'],
    ['createImprovement', 'Idempotency-Key'],
  ])('describes the header parameter of %s: %s', (name, header) => {
    expect(ofOperation(named(name), 'parameters')).toContainEqual({ $ref: `#/components/parameters/${header}` })
  })

  test('describes the fields, operators and values of a filter', () => {
    const description = expect.stringMatching(
      /`on_hold`[\s\S]*\| `opened_at` \| timestamp \| When it was opened \| `=, !=, <, /,
    )
    expect(ofOperation(named('listIncidents'), 'parameters')).toContainEqual(
      expect.objectContaining({ name: 'query', description }),
    )
  })

  test('describes the default and the bounds of a page', () => {
    const schema = { type: 'integer', minimum: 1, maximum: 100, default: 50 }
    expect(ofOperation(named('listUsers'), 'parameters')).toContainEqual(
      expect.objectContaining({ name: 'limit', schema }),
    )
  })
})
