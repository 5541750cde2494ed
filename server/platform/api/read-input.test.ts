import { describe, expect, test } from 'vitest'
import { type ApiRequest, parseUrlTarget } from '#server/platform/http/api-request.ts'
import { createPathMatcher, readQuery, readUpload } from './read-input.ts'

const read = (search: string) => readQuery({ pathname: '/', search })

test('treats the name of an inherited property like any other', () => {
  expect(Object.entries(read('?__proto__=a&constructor=b&toString'))).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['toString', ''],
  ])
})

test.each(['?a=1&a=2', '?a=1&%61=1', '?__proto__=1&__proto__=2'])('rejects a repeated parameter: %s', (search) => {
  expect(() => read(search)).toThrow('appears more than once')
})

test.each(['?a=%00', '?a%00=1', '?a=%ff', '?a=%'])('rejects %s', (search) => {
  expect(() => read(search)).toThrow(/NUL|percent-encoding/)
})

test('decodes once', () => {
  expect(read('?a=%2541+b')).toEqual({ a: '%41 b' })
})

describe('createPathMatcher', () => {
  const match = createPathMatcher('/api/v1/things/{id}/parts/{part}')

  test.each(['/api/v1/things/a/parts', '/api/v1/things//parts/b', '/api/v1/things/a/parts/b/c', '/api/v1/other'])(
    'does not match %s',
    (path) => {
      expect(match(path)).toBeNull()
    },
  )

  test.each(['%', '%zz', '%C3', '%00', 'a%00b'])('rejects %s, which is not text', (segment) => {
    expect(() => match(`/api/v1/things/${segment}/parts/b`)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })
})

const limits = { types: ['text/csv'], maxBytes: 2 * 1024 * 1024 }
const store = async (chunks: AsyncIterable<Uint8Array>) => {
  let size = 0
  for await (const chunk of chunks) size += chunk.byteLength
  return { id: 'import_1', size, digest: 'x' }
}
async function* chunks(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size)
}
const makeRequest = (headers: Readonly<Record<string, string>>, ...sizes: number[]): ApiRequest => ({
  method: 'POST',
  target: parseUrlTarget('http://127.0.0.1/api/v1/imports'),
  headers: { get: (name) => ({ 'content-type': 'text/csv; charset=utf-8', ...headers })[name.toLowerCase()] ?? null },
  headerNames: () => [],
  socketAddress: undefined,
  left: new AbortController().signal,
  readBody: async () => null,
  streamBody: () => chunks(...sizes),
})
const upload = (request: ApiRequest) => readUpload(request, limits, store)

test('stores a file of a stated type', async () => {
  expect(await upload(makeRequest({}, 10, 20))).toEqual({ id: 'import_1', size: 30, type: 'text/csv', digest: 'x' })
})

test.each([
  ['another type', makeRequest({ 'content-type': 'text/plain' }, 1), 'unsupported_media_type'],
  ['an encoding', makeRequest({ 'content-encoding': 'gzip' }, 1), 'unsupported_media_type'],
  ['an empty body', makeRequest({}), 'invalid_request'],
  ['an announced length beyond the limit', makeRequest({ 'content-length': '2097153' }), 'payload_too_large'],
  ['a body beyond the limit that was not announced', makeRequest({}, 2_097_152, 1), 'payload_too_large'],
])('rejects %s', async (_, request, code) => {
  await expect(upload(request)).rejects.toMatchObject({ code })
})
