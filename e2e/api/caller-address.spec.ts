import { request as requests } from 'playwright/test'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { demoAccounts, demoPassword } from '#server/demo/accounts.ts'
import { expect, test } from './call-api.ts'

const limit = 2
const findEmail = (role: string) => demoAccounts.find((account) => account.role === role)?.email ?? ''

type Attempt = { email: string; password?: string; forwardedFor: string }

/** Tries to sign in as a caller with a forwarded IP address; returns the response as the page reads it. */
async function signIn(baseUrl: string, { email, password = 'a wrong password', forwardedFor }: Attempt) {
  const context = await requests.newContext({ extraHTTPHeaders: { 'x-forwarded-for': forwardedFor } })
  const { csrfToken } = await (await context.get(`${baseUrl}/api/auth/csrf`)).json()
  const response = await context.post(`${baseUrl}/api/auth/callback/credentials`, {
    form: { csrfToken, email, password, json: 'true' },
  })
  const { url } = await response.json()
  const sessions = response.ok() ? await (await context.get(`${baseUrl}/api/app/v1/sessions`)).json() : null
  await context.dispose()
  const error = new URL(url, baseUrl).searchParams.get('error')?.replace(/\d+$/, '') ?? 'in'
  return { error, sessions }
}

test('without a trusted proxy, a caller is identified by the socket whatever the headers say', async ({ world }) => {
  const env = { HINDSIGHT_SIGN_IN_LIMIT: String(limit), HINDSIGHT_RATE_LIMIT: '20' }
  await withOwnServer(
    world,
    async ({ server }) => {
      const admin = findEmail('admin')
      const errors: string[] = []
      for (let nth = 0; nth <= limit; nth += 1) {
        errors.push((await signIn(server.baseUrl, { email: admin, forwardedFor: `203.0.113.${nth}` })).error)
      }
      expect(errors).toEqual([...Array(limit).fill('CredentialsSignin'), 'TooManyAttempts:'])

      const own = await signIn(server.baseUrl, {
        email: findEmail('viewer'),
        password: demoPassword,
        forwardedFor: '198.51.100.1',
      })
      expect(own.error).toBe('in')
      expect(own.sessions.result).toMatchObject([{ address: '127.0.0.1', is_current: true }])
      await expect.poll(() => server.lines.some((line) => line.includes('"signed_in"'))).toBe(true)
      expect(server.lines.join('\n')).not.toMatch(/203\.0\.113|198\.51\.100/)

      const statuses = []
      for (let nth = 0; nth < 24; nth += 1) {
        const headers = { 'x-forwarded-for': `198.51.100.${nth}`, forwarded: `for=198.51.100.${nth}` }
        statuses.push((await fetch(`${server.baseUrl}/api/v1/users`, { headers })).status)
      }
      expect(statuses.slice(-3)).toEqual([429, 429, 429])
    },
    env,
  )
})

test('a forwarded host has no effect', async ({ world }) => {
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '99' }
  for (const path of ['/api/auth/signin?callbackUrl=%2Fchanges', '/changes', '/api/auth/error?error=x']) {
    const response = await fetch(`${world.production}${path}`, { headers, redirect: 'manual' })
    expect(JSON.stringify([...response.headers]), path).not.toContain('evil.example')
  }
  const bad = await fetch(`${world.production}/api/auth/csrf`, { headers: { 'x-forwarded-host': '[' } })
  expect(bad.status).toBe(200)
})
