import pg from 'pg'
import { endSessions } from '#e2e/support/end-sessions.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { executeOn } from '#server/platform/db/databases.ts'
import { apiCaller, expect, expectError, test } from './call-api.ts'

const users = '/api/v1/users'

test('configured origins may read responses and send preflight requests', async ({ world, tokens }) => {
  const origin = 'https://portal.example'
  const server = await startServer({ ...world.serverEnv, HINDSIGHT_CORS_ORIGINS: origin })
  const call = apiCaller(server.baseUrl)
  const read = await call('GET', users, { token: tokens.resources.read, headers: { origin } })
  expect(read.headers.get('access-control-allow-origin')).toBe(origin)
  const preflight = await call('OPTIONS', '/api/itsm/v1/improvements', { headers: { origin } })
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  const other = await call('GET', users, { token: tokens.resources.read, headers: { origin: 'https://other.example' } })
  expect(other.headers.get('access-control-allow-origin')).toBeNull()
  await server.stop()
})

test('a statement beyond the time limit is a 504', async ({ world, tokens }) => {
  const server = await startServer({ ...world.serverEnv, HINDSIGHT_STATEMENT_TIMEOUT: '200' })
  const blocker = new pg.Client({ connectionString: world.databaseUrl })
  await blocker.connect()
  await blocker.query(`begin; select 1 from changes where number = 'CHG0030005' for update`)
  const body = { pir_reference: 'PIR-2026-0005' }
  const path = '/api/itsm/v1/changes/CHG0030005'
  expectError(
    await apiCaller(server.baseUrl)('PATCH', path, { token: tokens.itsm.write, body }),
    504,
    'upstream_timeout',
  )
  await blocker.end()
  await server.stop()
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
