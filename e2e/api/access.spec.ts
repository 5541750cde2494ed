import { globSync } from 'node:fs'
import { type Credentials, makeCredentials, openSession } from '#e2e/support/credentials.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { readWorld } from '#e2e/support/world.ts'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { type Endpoint, type Role, roles, tokenSystems } from '#lib/contracts/endpoint.ts'
import { type ApiResponse, expect, expectError, test } from './call-api.ts'

/** The expected result: admitted (with any response of the endpoint) or rejected with a code. */
type AccessVerdict = 'admitted' | 'unauthenticated' | 'insufficient_scope' | 'forbidden'

const refusals = { unauthenticated: 401, insufficient_scope: 403, forbidden: 403 } as const

function verdictForToken({ access, method }: Endpoint, system: string, scope: string): AccessVerdict {
  if (access === 'public') return 'admitted'
  if (access === 'signature') return 'unauthenticated'
  if (!('scope' in access)) {
    if (access.onlyPeople || access.role === 'admin' || system !== 'app') return 'insufficient_scope'
    return isAllowed(scope, access.role, method) ? 'admitted' : 'insufficient_scope'
  }
  const isOwnSystem = system !== 'mcp' && (access.system === 'any' || access.system === system)
  return isOwnSystem && (access.scope === 'read' || scope === 'write') ? 'admitted' : 'insufficient_scope'
}

/** True if a role may call: roles are ordered, and the auditor reads as a manager. */
const isAllowed = (actual: string, needed: Role, method: string) => {
  const asAuditor = method === 'GET' ? 'manager' : 'viewer'
  const effective = actual === 'auditor' ? asAuditor : (actual as Role)
  return roles.indexOf(effective) >= roles.indexOf(needed)
}

function verdictForRole({ access, method }: Endpoint, role: Role): AccessVerdict {
  if (access === 'public') return 'admitted'
  if (access === 'signature') return 'unauthenticated'
  if (role === 'auditor' && 'orAuditor' in access) return 'admitted'
  if (role === 'auditor' && ('orOwner' in access || 'noAuditor' in access)) return 'forbidden'
  if ('orOwner' in access) return 'admitted'
  const needed = access.role ?? ('scope' in access && access.scope === 'write' ? 'reviewer' : 'viewer')
  return isAllowed(role, needed, method) ? 'admitted' : 'forbidden'
}

function expectVerdict(response: ApiResponse, verdict: AccessVerdict): void {
  if (verdict === 'admitted') expect([401, 403], response.text).not.toContain(response.status)
  else expectError(response, refusals[verdict], verdict)
}

/**
 * A request that changes nothing even if the caller is admitted: an example path and a body that is rejected as
 * invalid.
 */
const makeProbe = (endpoint: Endpoint) => ({
  path: buildEndpointUrl(endpoint, { params: harmless(endpoint.examples?.params) }),
  body: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : { not_a_field: true },
})
const harmless = (params: Readonly<Record<string, string>> | undefined) =>
  params &&
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, name === 'step' ? value : 'no-such-record']))

/** The system of an endpoint's tokens; any if it accepts none. */
const getSystem = ({ access }: Endpoint) =>
  typeof access !== 'string' && 'system' in access && access.system !== 'any' ? access.system : 'itsm'

/** Both servers have the same handlers: for the one with Next, one test shows that it leads to each. */
const onProduction = { tag: '@production' }
const onNext = { tag: '@next' }

let credentials: Credentials
test.beforeAll(async () => {
  credentials = await makeCredentials(readWorld())
})

for (const endpoint of allEndpoints) {
  test.describe(`${endpoint.method} ${endpoint.path}`, () => {
    const { path, body } = makeProbe(endpoint)
    const outside: AccessVerdict = endpoint.access === 'public' ? 'admitted' : 'unauthenticated'

    test('is reached through Next', onNext, async ({ call, tokens }) => {
      const response = await call(endpoint.method, path, { body, token: tokens.app.viewer })
      expectVerdict(response, verdictForToken(endpoint, 'app', 'viewer'))
    })

    test('without a credential, and with wrong ones', onProduction, async ({ call }) => {
      expectVerdict(await call(endpoint.method, path, { body }), outside)
      for (const authorization of ['Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer a b']) {
        expectVerdict(await call(endpoint.method, path, { body, headers: { authorization } }), outside)
      }
    })

    test('with expired and revoked credentials', onProduction, async ({ call }) => {
      for (const secrets of Object.values(credentials.endedTokens)) {
        expectVerdict(await call(endpoint.method, path, { body, token: secrets[getSystem(endpoint)] }), outside)
      }
      for (const cookie of Object.values(credentials.endedSessions)) {
        const headers = { cookie, 'sec-fetch-site': 'same-origin' }
        expectVerdict(await call(endpoint.method, path, { body, headers }), outside)
      }
    })

    test('with a token of every system and scope or role', onProduction, async ({ call, tokens }) => {
      for (const system of tokenSystems) {
        for (const [scope, token] of Object.entries(tokens[system])) {
          const response = await call(endpoint.method, path, { body, token })
          expectVerdict(response, verdictForToken(endpoint, system, scope))
        }
      }
    })

    test('with a session of every role, and from another origin', onProduction, async ({ call, world }) => {
      for (const role of roles) {
        // This would end the sessions that are used for the other endpoints.
        const isEnding = endpoint.name === 'endMySessions'
        const { cookie } = isEnding ? await openSession(world, role) : credentials.sessions[role]
        const verdict = verdictForRole(endpoint, role)
        if (endpoint.method !== 'GET' && verdict === 'admitted' && endpoint.access !== 'public') {
          for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]) {
            const response = await call(endpoint.method, path, { body, headers: { cookie, ...foreign } })
            expectError(response, 403, 'csrf_rejected')
          }
        }
        const own = { cookie, 'sec-fetch-site': 'same-origin' }
        expectVerdict(await call(endpoint.method, path, { body, headers: own }), verdict)
      }
    })
  })
}

test('every route file under app/api is an endpoint tested above', () => {
  const files = globSync('app/api/**/route.ts', { cwd: projectDir }).map((file) => file.replaceAll('\\', '/'))
  const paths = files.map((file) => file.slice('app'.length, -'/route.ts'.length).replace(/\[(\w+)\]/g, '{$1}'))
  const tried = new Set(allEndpoints.map(({ path }) => path))
  const others = paths.filter((path) => !tried.has(path))
  expect(others.toSorted()).toEqual(['/api/app/v1/[...path]', '/api/auth/[...nextauth]'])
})

test('only the used paths of the sign-in library respond', async ({ call }) => {
  const { cookie } = credentials.sessions.viewer
  for (const action of ['session', 'signout', 'providers', 'verify-request', '_log', 'nothing']) {
    for (const method of ['GET', 'POST']) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      expectError(await call(method, `/api/auth/${action}`, { headers }), 404, 'not_found')
    }
  }
})

test.describe('invalid sign-in requests', () => {
  const path = '/api/auth/callback/credentials'
  for (const [name, init] of [
    ['a body that is not JSON', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['GET where a form is sent', { method: 'GET' }],
  ] as const) {
    test(`${name} is a 400 with the error object`, async ({ baseURL }) => {
      const response = await fetch(`${baseURL}${path}`, { redirect: 'manual', ...init })
      expect(response.status).toBe(400)
      expect((await response.json()).error).toMatchObject({ code: 'invalid_request' })
    })
  }

  test('a large body is rejected', async ({ baseURL }) => {
    const response = await fetch(`${baseURL}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'x'.repeat(300_000) }),
    })
    expect(response.status).toBe(413)
  })
})
