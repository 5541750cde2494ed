import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromWebRequest } from './api-request.ts'
import {
  buildContentSecurityPolicy,
  dataSecurityPolicy,
  type EncodedResponse,
  encodeFor,
  isNotModified,
  type ResponseHeaders,
} from './response.ts'

test.each([
  ['the same tag', '"a"', true],
  ['a weak one of the same text', 'W/"a"', true],
  ['one of a list', '"x", W/"a"', true],
  ['any', '*', true],
  ['another', '"x"', false],
  ['a tag that contains it', '"a,"', false],
  ['text without quotes', 'a', false],
])('If-None-Match with %s', (_, field, isFresh) => {
  expect(isNotModified(new Headers({ 'if-none-match': field }), '"a"')).toBe(isFresh)
})

const readDirectives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2))) as Record<string, string>

test('allows only scripts with the nonce, and no embedding or form submission elsewhere', () => {
  expect(readDirectives(buildContentSecurityPolicy('abc'))).toEqual({
    'default-src': "'self'",
    'script-src': "'self' 'nonce-abc' 'strict-dynamic'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
})

test('allows no scripts in a response that is not a page', () => {
  expect(readDirectives(dataSecurityPolicy)).toEqual({ 'default-src': "'none'", 'frame-ancestors': "'none'" })
})

const text = (characters: number) => 'ÄB'.repeat(characters / 2)
const responseWith = (body: EncodedResponse['body']): EncodedResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/json', ETag: 'W/"tag"' },
  body,
})

async function encode(acceptEncoding: string | null, response: EncodedResponse, headers: ResponseHeaders = {}) {
  const request = {
    ...fromWebRequest(new Request('http://localhost/')),
    headers: new Headers(acceptEncoding === null ? {} : { 'Accept-Encoding': acceptEncoding }),
  }
  return { ...(await encodeFor({ request, headers }, response)), common: headers }
}

const unzip = (body: EncodedResponse['body']) => gunzipSync(body as Uint8Array).toString()

test.each(['gzip', 'GZIP', 'deflate, gzip;q=0.5, br', '*', 'br , gzip ; q=1'])(
  'compresses for %s',
  async (accepted) => {
    const { body, headers, status } = await encode(accepted, responseWith(text(40_000)))
    expect(unzip(body)).toBe(text(40_000))
    expect(status).toBe(200)
    expect(headers).toEqual({ 'Content-Type': 'application/json', ETag: 'W/"tag"', 'Content-Encoding': 'gzip' })
  },
)

test('compresses a cached response once, unless it fits into one packet; others only when long', async () => {
  const cached = responseWith(Buffer.from(text(2_000)))
  const first = await encode('gzip', cached)
  expect(unzip(first.body)).toBe(text(2_000))
  expect((await encode('gzip', cached)).body).toBe(first.body)
  expect((await encode('gzip', responseWith(text(2_000)))).headers).not.toHaveProperty('Content-Encoding')
  expect((await encode('gzip', responseWith(Buffer.from(text(500))))).headers).not.toHaveProperty('Content-Encoding')
})

test('leaves compression to Next for requests that Next handles', () => {
  const headers = { 'Accept-Encoding': 'gzip', 'X-Request-Id': 'one' }
  const request = fromWebRequest(new Request('http://localhost/', { headers }))
  expect(request.headers.get('Accept-Encoding')).toBeNull()
  expect(request.headers.get('x-request-id')).toBe('one')
})
