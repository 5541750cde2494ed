import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { guardSignIn } from './guard-sign-in.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
})
afterAll(() => {
  setRuntime(undefined)
  return database.drop()
})

const request = (headers: Record<string, string> = {}, body: BodyInit | null = null) =>
  new Request('http://localhost/api/auth/callback/credentials', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
const codeOf = async (response: Response) => [response.status, (await response.json()).error.code]

it.each([
  [new Response(null, { status: 302, headers: { Location: '/' } }), 302],
  [Response.json({ url: '/sign-in?error=CredentialsSignin' }, { status: 401 }), 401],
])('leaves an answer that can be read as it is', async (answer, status) => {
  const given = await guardSignIn(request(), async () => answer)
  expect(given).toBe(answer)
  expect(given.status).toBe(status)
})

it('puts the error object in place of a line of text', async () => {
  const answer = new Response('Error: Callback for provider type credentials not supported', { status: 500 })
  expect(await codeOf(await guardSignIn(request(), async () => answer))).toEqual([400, 'invalid_request'])
})

it('tells a body that is not JSON from a failure of ours', async () => {
  const failing = (error: Error) => guardSignIn(request(), () => Promise.reject(error))
  expect(await codeOf(await failing(new SyntaxError('Unexpected end of JSON input')))).toEqual([400, 'invalid_request'])
  expect(await codeOf(await failing(new Error('broken')))).toEqual([500, 'internal_error'])
})

it.each(['http://[', 'changes', 'javascript:alert(1)', '//['])(
  'refuses %s, to which nobody can return',
  async (address) => {
    const given = new Request(`http://localhost/api/auth/csrf?callbackUrl=${encodeURIComponent(address)}`)
    const answer = await guardSignIn(given, () => Promise.reject(new Error('was asked')))
    expect(await codeOf(answer)).toEqual([400, 'invalid_request'])
  },
)

it('leaves a page of the library to the library, which goes on to the sign-in', async () => {
  const given = new Request('http://localhost/api/auth/signin?callbackUrl=http://[')
  expect((await guardSignIn(given, async () => Response.json({}))).status).toBe(200)
})

it.each(['', '/changes?page=2', 'https://hindsight.example/changes'])('lets %j be returned to', async (address) => {
  const given = new Request(`http://localhost/api/auth/csrf?callbackUrl=${encodeURIComponent(address)}`)
  expect((await guardSignIn(given, async () => Response.json({}))).status).toBe(200)
})

describe('a large body', () => {
  const unread = () => Promise.reject(new Error('was read'))

  it('is refused unread where it says how long it is', async () => {
    const large = request({ 'content-length': String(257 * 1024) }, 'csrfToken=x')
    expect(await codeOf(await guardSignIn(large, unread))).toEqual([413, 'payload_too_large'])
  })

  it('is refused where it comes in pieces, as soon as it is too long', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(new Uint8Array(64 * 1024))
      },
    })
    expect(await codeOf(await guardSignIn(request({}, endless), unread))).toEqual([413, 'payload_too_large'])
    expect(sent).toBeLessThan(10)
  })
})

it('hands on the request as it came', async () => {
  const type = 'application/x-www-form-urlencoded'
  const body = 'csrfToken=x&json=true'
  const given = request({ 'content-type': type }, new Blob([body]).stream())
  const seen = await guardSignIn(given, async (whole) =>
    Response.json([whole.url, whole.method, whole.headers.get('content-type'), await whole.text()]),
  )
  expect(await seen.json()).toEqual([given.url, 'POST', type, body])
})
