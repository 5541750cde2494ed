import pg from 'pg'
import { endSessions } from '#e2e/support/end-sessions.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { type ServerProcess, startServer } from '#e2e/support/server-process.ts'
import { readWorld } from '#e2e/support/world.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { apiCaller, type CallApi, expect, expectError, test } from './call-api.ts'

const users = '/api/v1/users'
const origin = 'https://portal.example'

// One worker starts the server for all of them.
test.describe.configure({ mode: 'default' })

test.describe('a server with other origins, a limit of statements and a collector that is gone', () => {
  let server: ServerProcess
  let call: CallApi
  test.beforeAll(async () => {
    const env = { HINDSIGHT_CORS_ORIGINS: origin, HINDSIGHT_STATEMENT_TIMEOUT: '200' }
    server = await startServer({
      ...readWorld().serverEnv,
      ...env,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    })
    call = apiCaller(server.baseUrl)
  })
  test.afterAll(async () => expect(await server.stop()).toBe(0))

  test('lets those origins read responses and send preflight requests', async ({ tokens }) => {
    const read = (from: string) => call('GET', users, { token: tokens.resources.read, headers: { origin: from } })
    expect((await read(origin)).headers.get('access-control-allow-origin')).toBe(origin)
    const preflight = await call('OPTIONS', '/api/itsm/v1/improvements', { headers: { origin } })
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    expect((await read('https://other.example')).headers.get('access-control-allow-origin')).toBeNull()
  })

  test('ends a statement beyond the limit with 504', async ({ world, tokens }) => {
    const blocker = new pg.Client({ connectionString: world.databaseUrl })
    await blocker.connect()
    await blocker.query(`begin; select 1 from changes where number = 'CHG0030005' for update`)
    const write = { token: tokens.itsm.write, body: { pir_reference: 'PIR-2026-0005' } }
    expectError(await call('PATCH', '/api/itsm/v1/changes/CHG0030005', write), 504, 'upstream_timeout')
    await blocker.end()
  })

  test('answers though nobody takes its traces', async ({ tokens }) => {
    for (let time = 0; time < 30; time += 1) {
      expect((await call('GET', users, { token: tokens.resources.read })).status).toBe(200)
    }
  })
})

test('an unexpected error is a 500 without internal details', ({ world }) =>
  withOwnServer(world, async ({ server, tokens, pool }) => {
    await pool.query('alter table users rename to people')
    const response = await apiCaller(server.baseUrl)('GET', users, { token: tokens.resources.read })
    expectError(response, 500, 'internal_error')
    expect(response.text).not.toMatch(/relation|select|users"/i)
    // The log line may be written after the response.
    const logLine = () => server.lines.find((line) => line.includes('request failed'))
    await expect.poll(logLine).toBeDefined()
    expect(JSON.parse(logLine() ?? '')).toMatchObject({
      request_id: response.headers.get('x-request-id'),
      trace_id: response.headers.get('traceresponse')?.split('-')[1],
    })
    expect(logLine()).toContain('does not exist')
  }))

test('while its database is read-only, as a standby, the service reads, rejects writes and is not ready', ({ world }) =>
  withOwnServer(world, async ({ server, tokens, databaseUrl }) => {
    const call = apiCaller(server.baseUrl)
    const body = {
      title: 'Later',
      source_type: 'pir',
      source_ref: 'PIR-1',
      owner: 'a@b.example',
      target_date: '2027-01-01',
    }
    const write = () => call('POST', '/api/itsm/v1/improvements', { token: tokens.itsm.write, body })
    expect((await write()).status).toBe(201)
    const name = new URL(databaseUrl).pathname.slice(1)
    const setReadOnly = (value: 'on' | 'off') =>
      executeOn(world.databaseUrl, `alter database ${name} set default_transaction_read_only = ${value}`)
    await setReadOnly('on')
    await executeOn(world.databaseUrl, endSessions(name))

    // The server ends the sessions a moment later; until then a write may fail on one of them.
    await expect.poll(async () => (await write()).text).toMatch(/takes no writes/)
    const refused = await write()
    expectError(refused, 503, 'unavailable', /takes no writes/)
    expect(refused.headers.get('retry-after')).toBe('5')
    expectError(await call('GET', '/api/ready'), 503, 'unavailable', /takes no writes/)
    expect((await call('GET', users, { token: tokens.resources.read })).status).toBe(200)

    // Its connections are still those to the standby.
    await setReadOnly('off')
    await expect.poll(async () => (await write()).status).toBe(201)
    await expect.poll(async () => (await call('GET', '/api/ready')).status).toBe(200)
  }))
