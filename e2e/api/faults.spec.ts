import pg from 'pg'
import { endSessions } from '#e2e/support/end-sessions.ts'
import { startServer } from '#e2e/support/server-process.ts'
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

test.describe('with a separate database', () => {
  test('an unexpected error is a 500 without internal details', async ({ world, tokens }) => {
    const { server, admin, end } = await startOnCopy(world, 'e2e_broken')
    await admin.query('alter table users rename to people')
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
    await end()
  })

  test('without its database the service reports it, and recovers by itself', async ({ world, tokens }) => {
    const { server, admin, end, name } = await startOnCopy(world, 'e2e_gone')
    const call = apiCaller(server.baseUrl)
    expect((await call('GET', users, { token: tokens.resources.read })).status).toBe(200)
    const outside = new pg.Client({ connectionString: world.databaseUrl })
    await outside.connect()
    await admin.end()
    await outside.query(`alter database ${name} with allow_connections false`)
    await outside.query(endSessions(name))
    expectError(await call('GET', '/api/ready'), 503, 'unavailable')
    expect((await call('GET', '/api/health')).status).toBe(200)
    await outside.query(`alter database ${name} with allow_connections true`)
    expect((await call('GET', '/api/ready')).status).toBe(200)
    await outside.end()
    await end()
  })
})

test('while its database is read-only, as a standby, the service reads, rejects writes and is not ready', async ({
  world,
  tokens,
}) => {
  const { server, admin, name, end } = await startOnCopy(world, 'e2e_standby')
  await admin.end()
  const outside = new pg.Client({ connectionString: world.databaseUrl })
  await outside.connect()
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
  await outside.query(`alter database ${name} set default_transaction_read_only = on`)
  await outside.query(endSessions(name))

  // The server ends the sessions a moment later; until then a write may fail on one of them.
  await expect.poll(async () => (await write()).text).toMatch(/takes no writes/)
  const refused = await write()
  expectError(refused, 503, 'unavailable', /takes no writes/)
  expect(refused.headers.get('retry-after')).toBe('5')
  expectError(await call('GET', '/api/ready'), 503, 'unavailable', /takes no writes/)
  expect((await call('GET', users, { token: tokens.resources.read })).status).toBe(200)

  // Its connections are still those to the standby.
  await outside.query(`alter database ${name} set default_transaction_read_only = off`)
  await expect.poll(async () => (await write()).status).toBe(201)
  await expect.poll(async () => (await call('GET', '/api/ready')).status).toBe(200)
  await outside.end()
  await end()
})

/** Starts a server on a separate empty database with a copy of the tokens. */
async function startOnCopy(world: { databaseUrl: string; serverEnv: Record<string, string> }, prefix: string) {
  const name = `${prefix}_${Date.now()}`
  const outside = new pg.Client({ connectionString: world.databaseUrl })
  await outside.connect()
  await outside.query(`create database ${name}`)
  const url = new URL(world.databaseUrl)
  url.pathname = `/${name}`
  const server = await startServer({ ...world.serverEnv, DATABASE_URL: url.href })
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  const { rows } = await outside.query('select * from api_tokens')
  for (const row of rows) {
    const columns = Object.keys(row)
    const places = columns.map((_, index) => `$${index + 1}`).join(', ')
    await admin.query(`insert into api_tokens (${columns.join(', ')}) values (${places})`, Object.values(row))
  }
  const end = async () => {
    await server.stop()
    await admin.end().catch(() => {})
    await outside.query(`drop database if exists ${name} with (force)`)
    await outside.end()
  }
  return { server, admin, name, url: url.href, end }
}
