import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { inEncodingFor } from './content-encoding.ts'
import type { EncodedResponse, ResponseHeaders } from './response.ts'
import { fromWebRequest } from './web-request.ts'

const text = (characters: number) => 'ÄB'.repeat(characters / 2)
const answer = (body: EncodedResponse['body']): EncodedResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/json', ETag: 'W/"tag"' },
  body,
})

async function ask(acceptEncoding: string | null, given: EncodedResponse, headers: ResponseHeaders = {}) {
  const request = {
    ...fromWebRequest(new Request('http://localhost/')),
    headers: new Headers(acceptEncoding === null ? {} : { 'Accept-Encoding': acceptEncoding }),
  }
  return { ...(await inEncodingFor({ request, headers }, given)), common: headers }
}

const unzip = (body: EncodedResponse['body']) => gunzipSync(body as Uint8Array).toString()

it.each(['gzip', 'GZIP', 'deflate, gzip;q=0.5, br', '*', 'br , gzip ; q=1'])('compresses for %s', async (accepted) => {
  const { body, headers, status } = await ask(accepted, answer(text(40_000)))
  expect(unzip(body)).toBe(text(40_000))
  expect(status).toBe(200)
  expect(headers).toEqual({ 'Content-Type': 'application/json', ETag: 'W/"tag"', 'Content-Encoding': 'gzip' })
})

it.each([null, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.0, *', '*;q=0', 'x-gzipped'])(
  'leaves as it is for %j',
  async (accepted) => {
    const given = answer(text(40_000))
    expect(await ask(accepted, given)).toMatchObject(given)
  },
)

it('compresses a kept answer once for all, from a packet on; another only when it is long', async () => {
  const kept = answer(Buffer.from(text(2_000)))
  const first = await ask('gzip', kept)
  expect(unzip(first.body)).toBe(text(2_000))
  expect((await ask('gzip', kept)).body).toBe(first.body)
  expect((await ask('gzip', answer(text(2_000)))).headers).not.toHaveProperty('Content-Encoding')
  expect((await ask('gzip', answer(Buffer.from(text(500))))).headers).not.toHaveProperty('Content-Encoding')
})

it('leaves to Next what Next sends', () => {
  const headers = { 'Accept-Encoding': 'gzip', 'X-Request-Id': 'one' }
  const request = fromWebRequest(new Request('http://localhost/', { headers }))
  expect(request.headers.get('Accept-Encoding')).toBeNull()
  expect(request.headers.get('x-request-id')).toBe('one')
})

it('leaves an answer without a body as it is', async () => {
  expect((await ask('gzip', { ...answer(null), status: 304 })).body).toBeNull()
})

it('says what the answer depends on, compressed or not', async () => {
  expect((await ask('gzip', answer('{}'))).common).toEqual({ Vary: 'Accept-Encoding' })
  expect((await ask(null, answer('{}'))).common).toEqual({ Vary: 'Accept-Encoding' })
  expect((await ask(null, answer('{}'), { Vary: 'Origin' })).common).toEqual({ Vary: 'Origin, Accept-Encoding' })
})
