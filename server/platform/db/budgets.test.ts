import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { pageApi } from '#server/page-api.ts'
import { handleApiRequest, loadApiRoutes } from '#server/platform/api/api-router.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { testSessionCookie } from '#server/platform/auth/testing-session.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { resolveTarget } from '#server/platform/http/api-request.ts'
import { fromIncoming } from '#server/platform/http/node-request.ts'
import { respond } from '#server/platform/http/respond.ts'
import { listenInTest } from '#server/platform/http/testing-listen.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount } from '#server/reviews/testing.ts'
import { openDatabase } from './open.ts'
import { createTestDatabase } from './testing.ts'

/** A process with connections for each kind of work; queries of the table of changes wait until `unlock`. */
async function openLocked() {
  const database = await createTestDatabase()
  const env = { isProduction: false, plainHosts: [], databaseUrl: database.url, dataDir: '', statementTimeout: 60_000 }
  const serving = await openDatabase({ ...env, poolSize: 8 }, { isServing: true })
  const client = await database.pool.connect()
  onTestFinished(async () => {
    client.release(true)
    await serving.close()
    await database.drop()
  })
  await client.query('begin')
  await client.query('lock table changes in access exclusive mode')
  return { database, serving, unlock: () => client.query('rollback') }
}

test('statements of pages that fill their budget keep no connection from the API or the jobs', async () => {
  const { serving, unlock } = await openLocked()
  const slow = Array.from({ length: 20 }, () => serving.pages?.pool.query('select count(*) from changes'))
  for (const pool of [serving.pool, serving.jobs?.pool]) expect((await pool?.query('select 1'))?.rowCount).toBe(1)
  expect(serving.pages?.pool.waitingCount).toBe(18)
  await unlock()
  await Promise.all(slow)
})

test('what the pages of many people fetch later keeps no connection from the API', async () => {
  const { database, serving, unlock } = await openLocked()
  setTestRuntime({ ...database, ...serving })
  await loadApiRoutes(pageApi)
  const server = createServer((incoming, outgoing) =>
    respond(incoming, outgoing, handleApiRequest(fromIncoming(incoming, resolveTarget(incoming, false)))),
  )
  const { url } = await listenInTest(server)
  const get = (path: string, headers: Record<string, string>) => fetch(`${url}${path}`, { headers })
  const people = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (id) => {
      await insertAccount(database.db, testPerson('manager', `acc_${id}`))
      return testSessionCookie({ id: `acc_${id}`, sessionVersion: 1 })
    }),
  )
  const slow = people.flatMap((cookie) =>
    ['worklist', 'search?q=upgrade', 'insights'].map((path) => get(`/api/app/v1/${path}`, { cookie })),
  )
  await expect.poll(() => serving.pages?.pool.waitingCount).toBeGreaterThan(0)
  const asked = { system: 'resources', scope: 'read', role: null, name: 'Directory', expiresAt: null } as const
  const { secret } = await createToken(testContext(database.db), { ...asked, origin: 'entry' })
  expect((await get('/api/v1/users', { authorization: `Bearer ${secret}` })).status).toBe(200)
  await unlock()
  for (const response of await Promise.all(slow)) expect(response.status).toBe(200)
})
