import fc from 'fast-check'
import type { ApiOperation } from './open-api.ts'
import {
  type DrawnValues,
  hostileJson,
  hostileText,
  type KnownValues,
  pathValues,
  queryValues,
  validBodies,
} from './values.ts'

/** Kind of request: valid, nearly valid, or with hostile parts. Callers without access: server/platform/api/access.test.ts. */
export const temperaments = ['valid', 'near', 'hostile'] as const
export type Temperament = (typeof temperaments)[number]

export type HeaderMap = Readonly<Record<string, string>>

/** A request without credentials. */
export type SentRequest = {
  readonly method: string
  /** Path with its query. */
  readonly url: string
  readonly headers: HeaderMap
  /** Null for none. */
  readonly body: string | null
}

export type FuzzRequest = SentRequest & { readonly operation: ApiOperation; readonly temperament: Temperament }

/** Requests of one kind to an operation. */
export function requestsTo(
  operation: ApiOperation,
  temperament: Temperament,
  known: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  const isHostile = temperament === 'hostile'
  const spoil = (right: DrawnValues<string | undefined>, wrong: fc.Arbitrary<string | undefined>) =>
    fc.record(mapValues(right, (value) => (isHostile ? fc.oneof(value, value, wrong) : value)))
  const body = operation.body === null ? fc.constant(null) : generateBodies(validBodies(operation, known), temperament)
  return fc
    .record({
      path: spoil(pathValues(operation, known), hostileText),
      query: spoil(queryValues(operation), fc.option(hostileText, { nil: undefined })),
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
      url: buildPath(operation.path, parts.path, parts.query, parts.extra),
      headers: { ...(parts.body === null ? {} : { 'content-type': 'application/json' }), ...parts.headers },
      body: parts.body,
    }))
}

/** The path of a template with its parameters, and the query; `extra` is appended unchanged. */
function buildPath(
  template: string,
  path: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, string | undefined>>,
  extra = '',
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? '') || '%20')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  )
  const search = [...pairs, ...(extra ? [extra] : [])].join('&')
  return search ? `${filled}?${search}` : filled
}

/** Encodes a text; lone surrogates, which cannot be encoded, become the replacement character. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const mapValues = <Value, Mapped>(record: Readonly<Record<string, Value>>, map: (value: Value) => Mapped) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

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

function generateBodies(right: fc.Arbitrary<unknown>, temperament: Temperament): fc.Arbitrary<string> {
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
