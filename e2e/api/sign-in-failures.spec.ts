import { request as requests } from 'playwright/test'
import { endSessions } from '#e2e/support/end-sessions.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { apiCaller, expect, expectError, test } from './call-api.ts'

const email = demoAccounts[0]?.email ?? ''
/** Words that a response must not contain: statements, columns, and messages of the runtime. */
const inside = /select|accounts|password_hash|params|failed query|typeerror|is not a function|relation|ECONN/i

type SignInBody = { form?: Record<string, string>; data?: unknown }

/** Signs in with this body and returns the response. */
async function attempt(baseUrl: string, makeBody: (csrfToken: string) => SignInBody) {
  const context = await requests.newContext()
  const { csrfToken } = await (await context.get(`${baseUrl}/api/auth/csrf`)).json()
  const options = { ...makeBody(csrfToken), maxRedirects: 0 }
  const response = await context.post(`${baseUrl}/api/auth/callback/credentials`, options)
  const text = `${response.headers().location ?? ''} ${await response.text()}`
  await context.dispose()
  return { status: response.status(), text: decodeURIComponent(text.replaceAll('%22', '"')) }
}

test('no credentials reveal internal details', async ({ world }) => {
  const long = 'a'.repeat(10_000)
  const values: unknown[] = ['a\0b', `${long}@x.example`, '\ud800', '', 'null', "'", { a: 1 }, ['x'], 7, true, null]
  for (const value of values) {
    for (const field of ['email', 'password']) {
      const credentials = { email, password: 'a wrong password', [field]: value, json: 'true' }
      const sent = [(csrfToken: string): SignInBody => ({ data: { csrfToken, ...credentials } })]
      if (typeof value === 'string') sent.push((csrfToken) => ({ form: { csrfToken, ...credentials } }))
      for (const makeBody of sent) {
        const { status, text } = await attempt(world.production, makeBody)
        const what = `${field} ${JSON.stringify(value)?.slice(0, 40)}: ${status} ${text}`
        expect(status, what).toBe(401)
        expect(text, what).toMatch(/error=CredentialsSignin"/)
        expect(text, what).not.toMatch(inside)
      }
    }
  }
})

test('while the database is unreachable, sign-in and readiness say so, the log has the reason, and both recover', async ({
  world,
}) => {
  await withOwnServer(world, async ({ server, databaseUrl }) => {
    const name = new URL(databaseUrl).pathname.slice(1)
    const makeBody = (csrfToken: string) => ({ form: { csrfToken, email, password: demoPassword, json: 'true' } })
    await executeOn(world.databaseUrl, `alter database ${name} with allow_connections false`)
    await executeOn(world.databaseUrl, endSessions(name))
    const call = apiCaller(server.baseUrl)
    const { status, text } = await attempt(server.baseUrl, makeBody)
    expectError(await call('GET', '/api/ready'), 503, 'unavailable')
    expect((await call('GET', '/api/health')).status).toBe(200)
    await executeOn(world.databaseUrl, `alter database ${name} with allow_connections true`)
    expect(status).toBe(401)
    expect(text).toMatch(/error=Unavailable"/)
    expect(text).not.toMatch(inside)
    expect(text).not.toContain(email)
    const logged = () => server.lines.find((line) => line.includes('"sign_in_failed"'))
    await expect.poll(logged).toBeDefined()
    expect(JSON.parse(logged() ?? '')).toMatchObject({ level: 50, request_id: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect((await attempt(server.baseUrl, makeBody)).status).toBe(200)
    expect((await call('GET', '/api/ready')).status).toBe(200)
  })
})
