import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { freePort, startServer } from '#e2e/support/server-process.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { withMigrationLock } from '#server/platform/db/migrate/migrate.ts'
import { apiCaller, expect, expectError, test } from './call-api.ts'

/** A connection that sends raw bytes. */
async function openConnection(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl)
  let received = ''
  const socket = await new Promise<Socket>((done, fail) => {
    const opened = connect(Number(port), hostname, () => done(opened)).once('error', fail)
  })
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk
  })
  return {
    send: (text: string) => socket.write(text),
    /** Waits for that many responses, and returns them all. */
    responses: async (count: number) => {
      await expect.poll(() => received.match(/HTTP\/1\.1 \d/g)?.length ?? 0).toBe(count)
      await expect.poll(() => received).toMatch(/\}$/)
      return received
    },
    end: () => socket.destroy(),
  }
}

const canConnect = (baseUrl: string) =>
  openConnection(baseUrl).then(
    ({ end }) => {
      end()
      return true
    },
    () => false,
  )

const alive = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
const isStopping = (lines: readonly string[]) => lines.some((line) => line.includes('"stopping"'))

test('on SIGTERM it finishes running requests, responds 503 on open connections and accepts no new ones', async ({
  world,
  tokens,
}) => {
  const server = await startServer(world.serverEnv)
  const working = await openConnection(server.baseUrl)
  const asking = await openConnection(server.baseUrl)
  for (const connection of [working, asking]) {
    connection.send(alive)
    await connection.responses(1)
  }
  const head = `Host: localhost\r\nAuthorization: Bearer ${tokens.itsm.write}\r\nContent-Type: application/json`
  working.send(`PATCH /api/itsm/v1/changes/CHG0030005 HTTP/1.1\r\n${head}\r\nContent-Length: 2\r\n\r\n{`)
  // A started request, so that the connection is not considered idle.
  asking.send('GET /api/ready HTTP/1.1\r\nHost: localhost\r\n')
  const exit = server.stop()
  await expect.poll(() => isStopping(server.lines)).toBe(true)

  asking.send('\r\n')
  const refused = await asking.responses(2)
  expect(refused).toMatch(/HTTP\/1\.1 503 [\s\S]*"code":"unavailable","message":"The service is stopping/)
  await expect.poll(() => canConnect(server.baseUrl)).toBe(false)
  working.send('}')
  expect(await working.responses(2)).toMatch(/HTTP\/1\.1 200 [\s\S]*"number":"CHG0030005"/)
  expect(await exit).toBe(0)
})

test('with a delay it continues to serve after SIGTERM, while readiness fails', async ({ world, tokens }) => {
  const server = await startServer({ ...world.serverEnv, HINDSIGHT_STOP_DELAY: '300' })
  const call = apiCaller(server.baseUrl)
  expect((await call('GET', '/api/ready')).status).toBe(200)
  server.child.kill('SIGTERM')
  await expect.poll(() => isStopping(server.lines)).toBe(true)
  expectError(await call('GET', '/api/ready'), 503, 'unavailable', /stopping/)
  expect((await call('GET', '/api/health')).status).toBe(200)
  expect((await call('GET', '/api/v1/users', { token: tokens.resources.read })).status).toBe(200)
  // A second signal ends the delay.
  expect(await server.stop()).toBe(0)
})

test('while the database is not migrated its port is closed; then it is ready', async ({ world }) => {
  const name = `e2e_starting_${Date.now()}`
  await executeOn(world.databaseUrl, `create database ${name} template template0`)
  const url = buildDatabaseUrl(world.databaseUrl, name)
  const { pool } = createDatabase(url, { poolSize: 1 })
  const outside = new pg.Client({ connectionString: world.databaseUrl })
  await outside.connect()
  const waiting = async () =>
    (await outside.query(`select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`, [name])).rows
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const holder = await pool.connect()
  let starting: ReturnType<typeof startServer> | undefined
  await withMigrationLock(holder, async () => {
    starting = startServer({ ...world.serverEnv, DATABASE_URL: url, PORT: String(port) })
    await expect.poll(async () => (await waiting()).length).toBe(1)
    expect(await canConnect(baseUrl)).toBe(false)
  })
  const server = await starting
  expect((await apiCaller(baseUrl)('GET', '/api/ready')).status).toBe(200)
  expect(await server?.stop()).toBe(0)
  holder.release()
  await Promise.all([pool.end(), outside.end()])
  await dropDatabase(world.databaseUrl, name)
})
