import * as fc from 'fast-check'
import type { OpenApi, Operation } from './open-api.ts'
import { hostileJson, hostileText, valuesOf } from './values.ts'

/** How a request is made: as described, nearly so, with hostile parts, or by someone who may not. */
export const temperaments = [
  'valid',
  'near',
  'hostile',
  'no_credential',
  'wrong_credential',
  'foreign_credential',
] as const
export type Temperament = (typeof temperaments)[number]

export type FuzzRequest = {
  readonly operation: Operation
  readonly temperament: Temperament
  readonly method: string
  /** Path with its query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** As it is sent; null for none. */
  readonly body: string | null
}

/** Identifiers of records that are there, by the name of the parameter that takes them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

/** Requests to an operation of one temperament. */
export function requestsTo(
  api: OpenApi,
  operation: Operation,
  temperament: Temperament,
  known: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  const texts = fc.oneof(
    fc.constantFrom(...Object.values(known).flat(), 'payments', 'upgrade'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }),
  )
  const isHostile = temperament === 'hostile'
  const path = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => {
      const values = known[`${operation.path}#${parameter.name}`] ?? known[parameter.name] ?? []
      const right = Array.isArray(api.resolve(parameter.schema).enum)
        ? valuesOf(api, parameter.schema, texts).map(String)
        : values.length > 0
          ? fc.constantFrom(...values)
          : fc.constant('no-such-record')
      return [parameter.name, isHostile ? fc.oneof(right, hostileText) : right] as const
    })
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => {
      const right = valuesOf(api, parameter.schema, fc.constant(String(parameter.example ?? 'x'))).map(String)
      const value = isHostile ? fc.oneof(right, hostileText) : right
      return [
        parameter.name,
        fc.option(value, { freq: parameter.required === true && !isHostile ? 1_000_000 : 1, nil: undefined }),
      ] as const
    })
  const body = operation.body === null ? fc.constant(null) : bodiesOf(api, operation, temperament, texts)
  return fc
    .record({
      path: fc.record(Object.fromEntries(path)),
      query: fc.record(Object.fromEntries(query)),
      extra:
        temperament === 'near'
          ? fc.constantFrom('', 'page=1&page=2', 'nonsense=1', 'limit=0', 'sort=%00')
          : fc.constant(''),
      body,
      headers: isHostile || temperament === 'near' ? oddHeaders : fc.constant({}),
    })
    .map((parts) => ({
      operation,
      temperament,
      method: operation.method,
      address: addressOf(operation.path, parts.path, parts.query, parts.extra),
      headers: { ...(parts.body === null ? {} : { 'content-type': 'application/json' }), ...parts.headers },
      body: parts.body,
    }))
}

const oddHeaders = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      'content-type': fc.constantFrom(
        'text/plain',
        'application/merge-patch+json',
        'application/json; charset=utf-16',
        '',
      ),
      'if-match': fc.constantFrom('"1"', '*', 'W/"x"', '"', '"9999999999999"'),
      'if-none-match': fc.constantFrom('*', '""', '"a", "b"'),
      'idempotency-key': fc.constantFrom('a', 'x'.repeat(300), 'again'),
      'x-request-id': fc.constantFrom('short', 'a'.repeat(200), 'fine-request-id'),
      accept: fc.constantFrom('text/html', '*/*'),
    },
    { requiredKeys: [] },
  ),
)

function bodiesOf(
  api: OpenApi,
  operation: Operation,
  temperament: Temperament,
  texts: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const { schema, example } = operation.body ?? { schema: {}, example: null }
  const right = fc.oneof(fc.constant(example), valuesOf(api, schema, texts))
  if (temperament === 'hostile') {
    return fc.oneof(
      hostileJson.map((value) => JSON.stringify(value) ?? ''),
      fc
        .tuple(right, fc.string({ maxLength: 8 }), hostileJson)
        .map(([value, key, odd]) => JSON.stringify({ ...(value as object), [key]: odd })),
      fc.constantFrom('', '{', '[1,', '{"a":1,"a":2}', `${'['.repeat(500)}${']'.repeat(500)}`, '\ufeff{}', 'NaN', '"'),
    )
  }
  if (temperament === 'near') {
    return fc.tuple(right, hostileJson, fc.nat()).map(([value, odd, at]) => {
      const fields = Object.keys(value as object)
      const field = fields[at % Math.max(1, fields.length)]
      return JSON.stringify(field === undefined ? odd : { ...(value as object), [field]: odd })
    })
  }
  return right.map((value) => JSON.stringify(value))
}

function addressOf(
  template: string,
  path: Record<string, string>,
  query: Record<string, string | undefined>,
  extra: string,
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? '') || '%20')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  )
  const search = [...pairs, ...(extra ? [extra] : [])].join('&')
  return search ? `${filled}?${search}` : filled
}

/** Lone surrogates have no encoding of their own: they go as the replacement character. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const secret = new Set(['cookie', 'authorization'])

/** The request as a line for the shell, its credential left to be filled in. */
export function curlLine(baseUrl: string, { method, address, headers, body }: FuzzRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${secret.has(name) ? '…' : value}`)}`,
  )
  return [
    'curl -i',
    `-X ${method}`,
    ...parts,
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(`${baseUrl}${address}`),
  ].join(' ')
}
