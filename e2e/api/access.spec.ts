import { endpointUrl } from '#lib/api/call-endpoint.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { type Access, type Endpoint, type Role, roles, tokenScopes, tokenSystems } from '#lib/contracts/endpoint.ts'
import { signIn } from '../sign-in.ts'
import { type ApiAnswer, expect, expectError, test } from './call-api.ts'

/** What a caller gets: let through (whatever the endpoint then answers) or refused with a code. */
type Verdict = 'admitted' | 'unauthenticated' | 'insufficient_scope' | 'forbidden'

const refusals = { unauthenticated: 401, insufficient_scope: 403, forbidden: 403 } as const

function verdictForToken(access: Access, system: string, scope: string): Verdict {
  if (access === 'public') return 'admitted'
  if ('role' in access) return 'insufficient_scope'
  const isOwnSystem = access.system === 'any' || access.system === system
  return isOwnSystem && (access.scope === 'read' || scope === 'write') ? 'admitted' : 'insufficient_scope'
}

function verdictForRole(access: Access, role: Role): Verdict {
  if (access === 'public') return 'admitted'
  const needed = 'role' in access ? access.role : access.scope === 'write' ? 'reviewer' : 'viewer'
  return roles.indexOf(role) >= roles.indexOf(needed) ? 'admitted' : 'forbidden'
}

function expectVerdict(answer: ApiAnswer, verdict: Verdict): void {
  if (verdict === 'admitted') expect([401, 403], answer.text).not.toContain(answer.status)
  else expectError(answer, refusals[verdict], verdict)
}

/** A request that an admitted caller may send without changing anything: an example address, and a body refused as such. */
const probeOf = (endpoint: Endpoint) => ({
  path: endpointUrl(endpoint, { params: harmless(endpoint.examples?.params) }),
  body: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : { not_a_field: true },
})
const harmless = (params: Readonly<Record<string, string>> | undefined) =>
  params &&
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, name === 'step' ? value : 'no-such-record']))

/** Ending one's own sessions would end the ones that these tests use. */
const isProbed = ({ name }: Endpoint) => name !== 'endMySessions'

for (const endpoint of allEndpoints.filter(isProbed)) {
  test.describe(`${endpoint.method} ${endpoint.path}`, () => {
    const { path, body } = probeOf(endpoint)

    test('without a credential, and with wrong ones', async ({ call }) => {
      const verdict: Verdict = endpoint.access === 'public' ? 'admitted' : 'unauthenticated'
      expectVerdict(await call(endpoint.method, path, { body }), verdict)
      for (const authorization of ['Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer a b']) {
        expectVerdict(await call(endpoint.method, path, { body, headers: { authorization } }), verdict)
      }
    })

    test('with a token of every system and scope', async ({ call, tokens }) => {
      for (const system of tokenSystems) {
        for (const scope of tokenScopes) {
          const answer = await call(endpoint.method, path, { body, token: tokens[system][scope] })
          expectVerdict(answer, verdictForToken(endpoint.access, system, scope))
        }
      }
    })

    test('with a session of every role, and from another origin', async ({ call, browser, baseURL }) => {
      for (const role of roles) {
        const context = await browser.newContext()
        await signIn(context, baseURL ?? '', role)
        const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
        const own = { cookie, 'sec-fetch-site': 'same-origin' }
        expectVerdict(await call(endpoint.method, path, { body, headers: own }), verdictForRole(endpoint.access, role))
        const isWrite = endpoint.method !== 'GET'
        if (isWrite && verdictForRole(endpoint.access, role) === 'admitted' && endpoint.access !== 'public') {
          for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
            const answer = await call(endpoint.method, path, { body, headers: { cookie, ...foreign } })
            expectError(answer, 403, 'csrf_rejected')
          }
        }
        await context.close()
      }
    })
  })
}

test.describe('what the sign-in cannot read', () => {
  const path = '/api/auth/callback/credentials'
  for (const [name, init] of [
    ['a body that is not JSON', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['GET where a form is sent', { method: 'GET' }],
  ] as const) {
    test(`${name} is a 400 with the error object`, async ({ baseURL }) => {
      const answer = await fetch(`${baseURL}${path}`, { redirect: 'manual', ...init })
      expect(answer.status).toBe(400)
      expect((await answer.json()).error).toMatchObject({ code: 'invalid_request' })
    })
  }

  test('a large body is refused', async ({ baseURL }) => {
    const answer = await fetch(`${baseURL}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'x'.repeat(300_000) }),
    })
    expect(answer.status).toBe(413)
  })
})
