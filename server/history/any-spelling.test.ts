import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { setLegalHold } from '#server/changes/legal-hold.ts'
import { callRoute, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { testSessionCookie } from '#server/platform/auth/testing-session.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createContext, insertIncident, insertOwed } from '#server/reviews/testing.ts'
import { recordOrigins } from '#server/schema/imports.ts'

const database = provideTestRuntime()
/** Endpoints that read something of a change or an incident. Endpoints of a sample have its own numbers. */
const reads = allEndpoints.filter(
  ({ method, path }) => method === 'GET' && path.includes('{number}') && !path.includes('/sample/'),
)
let cookie: string

beforeAll(async () => {
  const account = {
    email: 'admin@hindsight.example',
    name: 'admin',
    role: 'admin',
    password: 'correct horse battery staple',
  } as const
  const { id } = await createAccount(testContext(database.db), account)
  cookie = await testSessionCookie({ id, sessionVersion: 1 })
  for (const number of ['CHG0001', 'CHG0002']) await insertOwed(database.db, number)
  await insertIncident(database.db, 'INC0001', 'CHG0001')
  await setLegalHold(createContext(database.db), 'CHG0001', { is_held: true, reason: 'Case 12' })
  const source = { sourceKind: 'import', sourceId: 'imp_1', detail: 'line 2', readAt: '2026-03-01T10:00:00Z' } as const
  await database.db.insert(recordOrigins).values([
    { kind: 'change', number: 'CHG0001', ...source, digest: 'a' },
    { kind: 'incident', number: 'INC0001', ...source, digest: 'b' },
  ])
})

async function read(endpoint: Endpoint, number: string) {
  const kind = /^inc/i.test(number) ? 'incident' : 'change'
  const response = await callRoute(endpoint, { params: { number, kind }, headers: { cookie } })
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? await response.json() : null,
  }
}

test.each(reads.map((endpoint) => [endpoint.path, endpoint] as const))(
  'GET %s takes a number in any spelling',
  async (path, endpoint) => {
    const numbers = path.includes('incidents')
      ? ['INC0001']
      : path.includes('origins')
        ? ['CHG0001', 'INC0001']
        : ['CHG0001']
    for (const number of numbers) {
      const expected = await read(endpoint, number)
      expect(expected).toMatchObject({ status: 200 })
      expect(await read(endpoint, number.toLowerCase())).toEqual(expected)
    }
  },
)
