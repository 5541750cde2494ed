import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { assertCsrfToken } from './guard-provider-sign-in.ts'
import { guardSignIn } from './next-auth-options.ts'

provideTestRuntime()

const request = (headers: Record<string, string> = {}, body: BodyInit | null = null) =>
  new Request('http://localhost/api/auth/callback/credentials', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
const readCode = async (response: Response) => [response.status, (await response.json()).error.code]

test.each([
  [new Response(null, { status: 302, headers: { Location: '/' } }), 302],
  [Response.json({ url: '/sign-in?error=CredentialsSignin' }, { status: 401 }), 401],
])('leaves a readable response unchanged', async (libraryResponse, status) => {
  const response = await guardSignIn(request(), async () => libraryResponse)
  expect(response).toBe(libraryResponse)
  expect(response.status).toBe(status)
})

test('replaces a line of text by the error object', async () => {
  const libraryResponse = new Response('Error: Callback for provider type credentials not supported', { status: 500 })
  expect(await readCode(await guardSignIn(request(), async () => libraryResponse))).toEqual([400, 'invalid_request'])
})

test('returns 400 for a body that is not JSON and 500 for a failure of the server', async () => {
  const failing = (error: Error) => guardSignIn(request(), () => Promise.reject(error))
  expect(await readCode(await failing(new SyntaxError('Unexpected end of JSON input')))).toEqual([
    400,
    'invalid_request',
  ])
  expect(await readCode(await failing(new Error('broken')))).toEqual([500, 'internal_error'])
})

test('a value on which the library fails is a 400, and the cookie that may have it is deleted', async () => {
  const libraryResponse = Response.json(
    { message: 'There is a problem with the server configuration.' },
    { status: 500 },
  )
  const response = await guardSignIn(request(), async () => libraryResponse)
  expect(await readCode(response)).toEqual([400, 'invalid_request'])
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^hindsight.callback-url=; Max-Age=0;/)])
})

describe('a large body', () => {
  const unread = () => Promise.reject(new Error('was read'))

  test('is rejected unread when its announced length is too large', async () => {
    const large = request({ 'content-length': String(257 * 1024) }, 'csrfToken=x')
    expect(await readCode(await guardSignIn(large, unread))).toEqual([413, 'payload_too_large'])
  })

  test('is rejected while streaming once it exceeds the limit', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(64 * 1024))
      },
    })
    expect(await readCode(await guardSignIn(request({}, endless), unread))).toEqual([413, 'payload_too_large'])
    expect(sent).toBeLessThan(10)
  })
})

test('passes the request on unchanged', async () => {
  const type = 'application/x-www-form-urlencoded'
  const body = 'csrfToken=x&json=true'
  const original = request({ 'content-type': type }, new Blob([body]).stream())
  const response = await guardSignIn(original, async (whole) =>
    Response.json([whole.url, whole.method, whole.headers.get('content-type'), await whole.text()]),
  )
  expect(await response.json()).toEqual([original.url, 'POST', type, body])
})

describe('the token of a sign-in', () => {
  const token = 'a'.repeat(64)
  const sign = (secret: string) => createHash('sha256').update(`${token}${secret}`).digest('hex')
  const cookie = () => `hindsight.csrf=${token}%7C${sign(getRuntime().secret)}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const json = { 'content-type': 'application/json' }
  const check = async (headers: Record<string, string>, body: string, work = async () => new Response('reached')) => {
    const answer = await guardSignIn(request(headers, new Blob([body]).stream()), async (whole) => {
      await assertCsrfToken(whole)
      return work()
    })
    return answer.status
  }

  test('is the one of its cookie, which we signed', async () => {
    expect(await check({ ...form, cookie: cookie() }, `csrfToken=${token}`)).toBe(200)
    expect(await check({ ...json, cookie: cookie() }, JSON.stringify({ csrfToken: token }))).toBe(200)
  })

  test('refuses the sign-in before anything else when it is missing, wrong or not ours', async () => {
    const unreached = () => Promise.reject(new Error('was reached'))
    const forged = `hindsight.csrf=${token}%7C${sign('another secret')}`
    const refused = [
      [{ ...form }, `csrfToken=${token}`],
      [{ ...form, cookie: forged }, `csrfToken=${token}`],
      [{ ...form, cookie: cookie() }, `csrfToken=${'b'.repeat(64)}`],
      [{ ...form, cookie: cookie() }, ''],
      [{ ...json, cookie: cookie() }, 'null'],
      [{ ...json, cookie: cookie() }, '{"csrfToken":{"a":1}}'],
      [
        { ...form, cookie: `hindsight.csrf=%7C${createHash('sha256').update(getRuntime().secret).digest('hex')}` },
        'x=1',
      ],
    ] as const
    for (const [headers, body] of refused) expect(await check(headers, body, unreached), body).toBe(403)
  })
})
