import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import {
  type Endpoint,
  type Role,
  roles,
  scopesBySystem,
  type TokenSystem,
  tokenRoles,
  tokenSystems,
} from '#lib/contracts/endpoint.ts'
import { pageApi } from '#server/page-api.ts'
import { createAccount, endAccountSessions, updateAccount } from '#server/platform/auth/account-commands.ts'
import { findAccount } from '#server/platform/auth/account-queries.ts'
import { testSessionCookie } from '#server/platform/auth/testing-session.ts'
import { chooseScope, createToken, revokeApiToken } from '#server/platform/auth/token-commands.ts'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { accounts, sessions } from '#server/schema/access.ts'
import { handleApiRequest, loadApiRoutes } from './api-router.ts'
import { provideTestRuntime } from './testing-call.ts'

// lib/contracts/access.test.ts states who may call each endpoint. Here every endpoint is called with every credential:
// its handler must admit and refuse as its contract says.

type Verdict = 'admitted' | 'unauthenticated' | 'insufficient_scope' | 'forbidden' | 'csrf_rejected'

const database = provideTestRuntime()
const actor = { kind: 'system', id: 'test', name: 'tests' } as const
const context = (now = new Date()) => testContext(database.db, actor, now)

type Credential = { readonly name: string; readonly headers: Readonly<Record<string, string>> }
type TokenCredential = Credential & { readonly system: TokenSystem; readonly scope: string }
type SessionCredential = Credential & { readonly role: Role }

let tokens: TokenCredential[]
let people: SessionCredential[]
let invalid: readonly Credential[]

beforeAll(async () => {
  await loadApiRoutes(pageApi)
  people = []
  for (const role of roles) people.push({ name: role, role, headers: { cookie: (await openSession(role)).cookie } })
  tokens = []
  for (const system of tokenSystems) {
    for (const scope of system === 'app' ? tokenRoles : scopesBySystem[system]) {
      const { secret } = await makeToken(system, scope)
      tokens.push({ name: `${system} ${scope}`, system, scope, headers: { authorization: `Bearer ${secret}` } })
    }
  }
  invalid = [
    { name: 'none', headers: {} },
    ...['Bearer', 'Bearer nonsense', 'Basic YTpi', 'Bearer a b'].map((authorization) => ({
      name: authorization,
      headers: { authorization },
    })),
    ...(await makeEndedTokens()),
    ...(await makeEndedSessions()),
  ]
})

async function openSession(role: Role) {
  const email = `${crypto.randomUUID()}@hindsight.example`
  const { id } = await createAccount(context(), { email, name: email, role, password: crypto.randomUUID() })
  const account = await findAccount(database.db, id)
  if (!account) throw new Error(`There is no account ${id}.`)
  return { id, cookie: await testSessionCookie(account) }
}

function makeToken(system: TokenSystem, scope: string, now = new Date(), expiresAt: string | null = null) {
  const role = tokenRoles.find((known) => system === 'app' && known === scope) ?? null
  const chosen = role === null ? (scope as ReturnType<typeof chooseScope>) : chooseScope(role)
  return createToken(context(now), { system, scope: chosen, role, name: scope, expiresAt, origin: 'entry' })
}

/** Tokens of each system that could write. */
async function makeEndedTokens(): Promise<Credential[]> {
  const past = new Date(Date.now() - 1000 * 60 * 60 * 24 * 365)
  const made: Credential[] = []
  for (const system of tokenSystems) {
    const scope = system === 'app' ? 'manager' : system === 'mcp' ? 'propose' : 'write'
    const expired = await makeToken(system, scope, past, new Date(past.getTime() + 1000).toISOString())
    const revoked = await makeToken(system, scope, past)
    await revokeApiToken(context(), revoked.token.id)
    for (const [end, { secret }] of Object.entries({ expired, revoked })) {
      made.push({ name: `${system} token that is ${end}`, headers: { authorization: `Bearer ${secret}` } })
    }
  }
  return made
}

/** Sessions of admins. */
async function makeEndedSessions(): Promise<Credential[]> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const update = (id: string, fields: Partial<typeof sessions.$inferInsert>) =>
    database.db.update(sessions).set(fields).where(eq(sessions.accountId, id))
  const ends: Readonly<Record<string, (id: string) => PromiseLike<unknown>>> = {
    'of a disabled account': (id) => updateAccount(context(), id, { is_disabled: true }),
    'of an account signed out everywhere': (id) => endAccountSessions(context(), id),
    'of an earlier version of the account': (id) =>
      database.db.update(accounts).set({ sessionVersion: 2 }).where(eq(accounts.id, id)),
    'signed out': (id) => database.db.delete(sessions).where(eq(sessions.accountId, id)),
    'started too long ago': (id) => update(id, { startedAt: hoursAgo(9) }),
    'unused for too long': (id) => update(id, { seenAt: hoursAgo(3) }),
  }
  const made: Credential[] = []
  for (const [name, end] of Object.entries(ends)) {
    const { id, cookie } = await openSession('admin')
    await end(id)
    made.push({ name: `session ${name}`, headers: { cookie, 'sec-fetch-site': 'same-origin' } })
  }
  return made
}

/**
 * Calls an endpoint so that nothing changes even if the caller is admitted: an unknown parameter is rejected next. An
 * event is admitted by its signature, after its parameters.
 */
async function call(endpoint: Endpoint, headers: Readonly<Record<string, string>>): Promise<Verdict> {
  const { method } = endpoint
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  const params = Object.fromEntries(names.map((name) => [name, name === 'step' ? 'risk' : 'no-such-record']))
  const path = buildEndpointUrl(endpoint, { params: endpoint.params && params })
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{"not_a_field":true}' }
  const query = endpoint.access === 'signature' ? '' : '?not_a_field=1'
  const type = { 'content-type': 'application/json' }
  const request = new Request(`http://127.0.0.1${path}${query}`, {
    method,
    headers: { ...headers, ...type },
    ...body,
  })
  const response = await handleApiRequest(fromWebRequest(request))
  if (response.status !== 401 && response.status !== 403) return 'admitted'
  return JSON.parse(String(response.body)).error.code
}

/** Calls every endpoint with the credentials, and returns where the verdict differs from the expected one. */
async function findFaults<One extends Credential>(
  credentials: readonly One[],
  expected: (endpoint: Endpoint, credential: One) => Verdict,
  more: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const faults: string[] = []
  for (const endpoint of allEndpoints) {
    for (const credential of credentials) {
      const verdict = await call(endpoint, { ...credential.headers, ...more })
      const wanted = expected(endpoint, credential)
      if (verdict !== wanted) faults.push(`${endpoint.name} with ${credential.name}: ${verdict}, not ${wanted}`)
    }
  }
  return faults
}

const isAllowed = (actual: string, needed: Role, method: string): boolean => {
  const asAuditor = method === 'GET' ? 'manager' : 'viewer'
  return roles.indexOf(actual === 'auditor' ? asAuditor : (actual as Role)) >= roles.indexOf(needed)
}

function expectForToken({ access, method }: Endpoint, { system, scope }: TokenCredential): Verdict {
  if (access === 'public') return 'admitted'
  if (access === 'signature') return 'unauthenticated'
  if (!('scope' in access)) {
    if (access.onlyPeople || access.role === 'admin' || system !== 'app') return 'insufficient_scope'
    return isAllowed(scope, access.role, method) ? 'admitted' : 'insufficient_scope'
  }
  const isOwnSystem = system !== 'mcp' && (access.system === 'any' || access.system === system)
  return isOwnSystem && (access.scope === 'read' || scope === 'write') ? 'admitted' : 'insufficient_scope'
}

function expectForRole({ access, method }: Endpoint, { role }: SessionCredential): Verdict {
  if (access === 'public') return 'admitted'
  if (access === 'signature') return 'unauthenticated'
  if (role === 'auditor' && 'orAuditor' in access) return 'admitted'
  if (role === 'auditor' && ('orOwner' in access || 'noAuditor' in access)) return 'forbidden'
  if ('orOwner' in access) return 'admitted'
  const needed = access.role ?? ('scope' in access && access.scope === 'write' ? 'reviewer' : 'viewer')
  return isAllowed(role, needed, method) ? 'admitted' : 'forbidden'
}

test('without a credential, or with one that does not hold, only what is public is admitted', async () => {
  const expected = ({ access }: Endpoint): Verdict => (access === 'public' ? 'admitted' : 'unauthenticated')
  expect(await findFaults(invalid, expected)).toEqual([])
})

test('a token of every system and scope or role is admitted as the contract says', async () => {
  expect(tokens.length).toBeGreaterThan(10)
  expect(await findFaults(tokens, expectForToken)).toEqual([])
})

test('a session of every role is admitted as the contract says', async () => {
  expect(await findFaults(people, expectForRole, { 'sec-fetch-site': 'same-origin' })).toEqual([])
})

test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}])(
  'a session writes nothing from another origin: %o',
  async (foreign) => {
    const expected = (endpoint: Endpoint, person: SessionCredential): Verdict => {
      const verdict = expectForRole(endpoint, person)
      const isWrite = endpoint.method !== 'GET' && (endpoint.access !== 'public' || endpoint.readsSession)
      return isWrite && verdict === 'admitted' ? 'csrf_rejected' : verdict
    }
    expect(await findFaults(people, expected, foreign as Record<string, string>)).toEqual([])
  },
)
