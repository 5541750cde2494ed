import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import type { RequestState } from '#server/platform/http/exchange.ts'
import type { HttpResponse } from '#server/platform/http/response.ts'
import { respondFixed } from './cached-responses.ts'

const document = 'x'.repeat(5_000)
const first: HttpResponse = { status: 200, headers: { 'Content-Type': 'application/json' }, body: document }

const stateWith = (headers: Record<string, string>): RequestState => ({
  request: { ...fromWebRequest(new Request('http://localhost/')), headers: new Headers(headers) },
  requestId: 'request-1',
  now: new Date(),
  headers: {},
  actor: { kind: 'anonymous', id: 'anonymous' } as RequestState['actor'],
})

test('makes the response once and returns the same bytes each time', async () => {
  const make = vi.fn(async () => first)
  const respond = respondFixed(make)
  const one = await respond(stateWith({}))
  const two = await respond(stateWith({}))
  expect(make).toHaveBeenCalledTimes(1)
  expect(Buffer.from(one.body as Uint8Array).toString()).toBe(document)
  expect(two.body).toBe(one.body)
})

test('gives each encoding its own strong ETag and returns 304 for each', async () => {
  const respond = respondFixed(async () => first)
  const plain = await respond(stateWith({}))
  const gzip = await respond(stateWith({ 'accept-encoding': 'gzip' }))
  expect(gunzipSync(gzip.body as Uint8Array).toString()).toBe(document)
  const tags = [plain.headers.ETag ?? '', gzip.headers.ETag ?? '']
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  expect(tags[0]).not.toBe(tags[1])
  const again = (tag: string, accepted: Record<string, string>) =>
    respond(stateWith({ 'if-none-match': tag, ...accepted }))
  expect(await again(tags[0] ?? '', {})).toMatchObject({ status: 304, body: null })
  expect(await again(tags[1] ?? '', { 'accept-encoding': 'gzip' })).toMatchObject({ status: 304, body: null })
  expect(await again('"other"', {})).toMatchObject({ status: 200 })
})
