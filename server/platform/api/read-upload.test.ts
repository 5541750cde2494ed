import { expect, test } from 'vitest'
import { type ApiRequest, parseUrlTarget } from '#server/platform/http/api-request.ts'
import { readUpload } from './read-input.ts'

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
const read = (request: ApiRequest) => readUpload(request, limits, store)

test('stores a file of a stated type', async () => {
  expect(await read(makeRequest({}, 10, 20))).toEqual({ id: 'import_1', size: 30, type: 'text/csv', digest: 'x' })
})

test.each([
  ['another type', makeRequest({ 'content-type': 'text/plain' }, 1), 'unsupported_media_type'],
  ['an encoding', makeRequest({ 'content-encoding': 'gzip' }, 1), 'unsupported_media_type'],
  ['an empty body', makeRequest({}), 'invalid_request'],
  ['an announced length beyond the limit', makeRequest({ 'content-length': '2097153' }), 'payload_too_large'],
  ['a body beyond the limit that was not announced', makeRequest({}, 2_097_152, 1), 'payload_too_large'],
])('rejects %s', async (_, request, code) => {
  await expect(read(request)).rejects.toMatchObject({ code })
})
