import { createServer } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { NewConnection } from '#lib/contracts/app/connections.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { listenInTest } from '#server/platform/http/testing-listen.ts'
import { resealSecrets } from '#server/platform/reseal-secrets.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import {
  connectionRecords,
  connectionRuns,
  connectionStreams,
  connections,
  connectionWrites,
} from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { checkConnection } from './check-connection.ts'
import {
  createConnection,
  deleteConnection,
  resolveWriteConflict,
  runConnection,
  updateConnection,
} from './commands.ts'
import type { Connector } from './connector.ts'
import { getConnectionRow, openConnection } from './find-connection.ts'
import { findConnectionOrigin, getConnection, listConnections } from './queries.ts'
import { hasDueConnections, runConnections } from './run-connections.ts'
import { insertWrite } from './testing-connection.ts'

const database = provideTestDatabase({ empty: [connections, connectionRuns, connectionWrites, auditEvents] })
beforeEach(async () => {
  setTestRuntime(database)
  const env = readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' })
  setRuntime({ ...getRuntime(), env, secret: 'the secret of the first month' })
})

const ctx = () => testContext(database.db, undefined, new Date())
const serviceNow = {
  kind: 'servicenow',
  name: 'prod',
  url: 'https://example.service-now.com/',
  options: { sign_in: { method: 'basic', user: 'hindsight' }, requests_per_minute: 6000 },
  secret: 'between us',
} as const
const add = (input: object = {}) => createConnection(ctx(), NewConnection.parse({ ...serviceNow, ...input }))
const readRow = (id: string) => getConnectionRow(database.db, id)

describe('a connection', () => {
  test('is stored with its defaults; its secret is neither shown nor in the history', async () => {
    const made = await add()
    expect(made).toMatchObject({ url: 'https://example.service-now.com', has_secret: true, has_signing_secret: false })
    expect(made.options).toMatchObject({ interval_minutes: 5, writes: { review: false } })
    await updateConnection(ctx(), made.id, { secret: 'something else' })
    const events = await readRows(database.db, auditEvents)
    expect(events.map(({ action, changes }) => [action, changes.secret])).toEqual([
      ['create', { from: null, to: '(hidden)' }],
      ['update', { from: '(hidden)', to: '(hidden)' }],
    ])
    const stored = JSON.stringify([await readRow(made.id), events, await listConnections(ctx())])
    expect(stored).not.toMatch(/between us|something else/)
    expect(openConnection(await readRow(made.id)).secrets).toEqual({ secret: 'something else' })
  })

  test('forgets its secret when it moves to another host, unless a new one comes along', async () => {
    const { id } = await add()
    await updateConnection(ctx(), id, { url: 'https://example.service-now.com/sub' })
    expect(openConnection(await readRow(id)).secrets).toEqual({ secret: 'between us' })
    expect(await updateConnection(ctx(), id, { url: 'https://elsewhere.example' })).toMatchObject({ has_secret: false })
    const moved = await updateConnection(ctx(), id, { url: 'https://third.example', secret: 'new' })
    expect(moved).toMatchObject({ has_secret: true })
  })

  test('forgets the records of its former host, and fails its waiting writes', async () => {
    const { id } = await add()
    for (const status of ['waiting', 'conflict', 'done'] as const) {
      const result = { known: { state: ['1'] } }
      await insertWrite(database.db, id, `w-${status}`, { key: status, status, result })
    }
    await updateConnection(ctx(), id, { url: 'https://example.service-now.com/elsewhere' })
    expect(await database.db.select().from(connectionWrites)).toContainEqual(
      expect.objectContaining({ key: 'waiting', status: 'waiting' }),
    )
    await updateConnection(ctx(), id, { url: 'https://other.service-now.com', secret: 'another' })
    const writes = await readRows(database.db, connectionWrites)
    expect(writes).toMatchObject([
      { key: 'conflict', status: 'failed', result: null, reason: expect.stringContaining('address') },
      { key: 'done', status: 'done', result: { known: {} } },
      { key: 'waiting', status: 'failed', result: null },
    ])
  })

  test('survives a change of HINDSIGHT_SECRET, and then needs the previous one no longer', async () => {
    const { id } = await add()
    await resealSecrets(database.db, { secret: 'the secret of the second month', previousSecret: getRuntime().secret })
    setRuntime({ ...getRuntime(), secret: 'the secret of the second month' })
    expect(openConnection(await readRow(id)).secrets).toEqual({ secret: 'between us' })
    setRuntime({ ...getRuntime(), secret: 'the secret of nobody' })
    const row = await readRow(id)
    expect(() => openConnection(row)).toThrow('The secret of prod cannot be read. Enter it again')
    expect(await getConnection(ctx(), id)).toMatchObject({ has_secret: false })
  })

  test.each([
    [{ url: 'http://example.service-now.com' }, 'would be called without TLS'],
    [{ url: 'https://169.254.169.254' }, 'is not a public address'],
    [{ url: null }, 'is required for servicenow'],
    [{ signing_secret: 'x' }, 'servicenow sends no events'],
    [{ kind: 'argocd', options: {}, secret: null }, 'argocd only sends events'],
    [{ kind: 'argocd', options: {}, url: null }, 'which signing_secret is for'],
  ])('is refused with %o', async (input, message) => {
    await expect(add(input)).rejects.toThrow(message)
  })

  test('is refused with a name that is taken, and with unknown options by their name', async () => {
    await add()
    await expect(add()).rejects.toThrow('There is already a connection named prod.')
    const options = { ...serviceNow.options, page_size: 0 }
    await expect(add({ options })).rejects.toThrow('options.page_size must be a whole number from 1')
    await expect(add({ kind: 'constructor' })).rejects.toThrow('kind must be one of servicenow, ')
    const { id } = await add({ name: 'other' })
    await expect(updateConnection(ctx(), id, { options: { page_size: 1 } })).rejects.toThrow('options.sign_in')
  })

  test('is deleted with its work', async () => {
    const { id } = await add()
    await deleteConnection(ctx(), id)
    await expect(getConnection(ctx(), id)).rejects.toThrow(`There is no connection ${id}.`)
  })
})

/** A system that answers; the connector calls it as often as `requests` says. */
async function startSystem(work: Connector['run']) {
  const times: number[] = []
  const server = createServer((_, response) => {
    times.push(Date.now())
    response.end('ok')
  })
  const { url } = await listenInTest(server)
  return { url, times, connectors: { servicenow: { check: async () => [], run: work } } }
}

describe('a run', () => {
  test('is recorded with its counts and requests, and followed by the next one', async () => {
    const { url, connectors } = await startSystem(async ({ outgoing, count }, connection) => {
      await outgoing.send({ method: 'GET', url: `${connection.url}/a` })
      count({ read: 2, inserted: 1 })
      count({ read: 3, unchanged: 4 })
    })
    const { id } = await add({ url })
    expect(await hasDueConnections(ctx())).toBe(true)
    await runConnections(ctx(), connectors)
    const { last_run: run, next_run_at: next, failures } = await getConnection(ctx(), id)
    expect(run).toMatchObject({ counts: { read: 5, inserted: 1, unchanged: 4 }, requests: 1, error: null })
    expect(failures).toBe(0)
    expect(Date.parse(next ?? '')).toBeGreaterThan(Date.now() + 4 * 60_000)
    expect(await hasDueConnections(ctx())).toBe(false)
    await runConnection(ctx(), id)
    expect(await hasDueConnections(ctx())).toBe(true)
  })

  test('that fails says why and is repeated later each time', async () => {
    const { connectors } = await startSystem(async ({ outgoing }) => {
      await outgoing.send({ method: 'POST', url: 'http://127.0.0.1:1/', body: '' })
    })
    const { id } = await add({ options: { ...serviceNow.options, interval_minutes: 1 } })
    const delays: number[] = []
    for (let runs = 0; runs < 4; runs += 1) {
      await runConnection(ctx(), id)
      await runConnections(ctx(), connectors)
      delays.push(Math.round((Date.parse((await readRow(id)).nextRunAt ?? '') - Date.now()) / 60_000))
    }
    expect(delays).toEqual([1, 2, 4, 8])
    const { failures, last_run: run } = await getConnection(ctx(), id)
    expect(failures).toBe(4)
    expect(run?.error).toMatch(/^127\.0\.0\.1:1 could not be reached/)
  })

  test('keeps to the limit of requests, together with a check', async () => {
    const send: Connector['run'] = async ({ outgoing }, { url }) => {
      for (let sent = 0; sent < 5; sent += 1) await outgoing.send({ method: 'GET', url: `${url}/` })
    }
    const { url, times, connectors } = await startSystem(send)
    const { id } = await add({ url, options: { ...serviceNow.options, requests_per_minute: 1200 } })
    const check: Connector['check'] = async (of, connection) => {
      await send(of, connection)
      return [{ name: 'URL', status: 'ok', message: 'It answers.', advice: null }]
    }
    const both = { servicenow: { ...connectors.servicenow, check } }
    await Promise.all([runConnections(ctx(), both), checkConnection(ctx(), id, both)])
    expect(times).toHaveLength(10)
    const lastTurn = Date.parse((await readRow(id)).nextRequestAt ?? '')
    expect(lastTurn).toBeGreaterThanOrEqual((times[0] ?? 0) + 8 * 50)
    expect(times.at(-1)).toBeGreaterThanOrEqual(lastTurn - 1)
    expect((await getConnection(ctx(), id)).check?.steps).toMatchObject([{ message: 'It answers.' }])
  })
})

test('a check of a system that cannot be reached says so', async () => {
  const { id } = await add()
  const check: Connector['check'] = async ({ outgoing }) => {
    await outgoing.send({ method: 'POST', url: 'http://127.0.0.1:2/', body: '' })
    return []
  }
  const { steps } = await checkConnection(ctx(), id, { servicenow: { check, run: async () => {} } })
  expect(steps).toMatchObject([{ status: 'failed', message: expect.stringContaining('could not be reached') }])
})

test('a conflict is resolved with one of both versions, and a failed write is tried again', async () => {
  const { id } = await add()
  const write = async (name: string, status: 'conflict' | 'failed' | 'done') => {
    const result = { fields: [{ field: 'review_comments', ours: 'Ours', theirs: 'Theirs', base: null }] }
    await insertWrite(database.db, id, name, { status, result })
  }
  await write('one', 'conflict')
  await write('two', 'conflict')
  await write('three', 'failed')
  await write('four', 'done')
  await resolveWriteConflict(ctx(), id, 'one', 'ours')
  await resolveWriteConflict(ctx(), id, 'two', 'theirs')
  await resolveWriteConflict(ctx(), id, 'three', 'retry')
  await expect(resolveWriteConflict(ctx(), id, 'four', 'ours')).rejects.toThrow(
    'The write is done; there is nothing to decide.',
  )
  await expect(resolveWriteConflict(ctx(), id, 'five', 'ours')).rejects.toThrow('There is no write five.')
  const rows = await readRows(database.db, connectionWrites)
  expect(rows.map(({ id: name, status }) => [name, status])).toEqual([
    ['four', 'done'],
    ['one', 'waiting'],
    ['three', 'waiting'],
    ['two', 'dropped'],
  ])
  expect(rows[1]?.result).toMatchObject({ known: { review_comments: ['Theirs'] } })
})

test('a record names the connection that brought it, with a link and how recent it is', async () => {
  const { id } = await add()
  const early = '2026-03-01T10:00:00.000Z'
  const late = '2026-03-01T10:05:00.000Z'
  const record = { connectionId: id, stream: 'change_request', remoteId: '9d3c', entity: 'change', key: 'CHG1' }
  await database.db.insert(connectionRecords).values({ ...record, readAt: early })
  const origin = {
    connection: 'prod',
    system: 'ServiceNow',
    readAt: early,
    remoteDeletedAt: null,
    url: 'https://example.service-now.com/nav_to.do?uri=change_request.do%3Fsys_id%3D9d3c',
  }
  expect(await findConnectionOrigin(ctx(), 'change', 'CHG1')).toEqual(origin)
  await database.db.insert(connectionStreams).values({ connectionId: id, stream: 'change_request', readUntil: late })
  expect(await findConnectionOrigin(ctx(), 'change', 'CHG1')).toEqual({ ...origin, readAt: late })
  expect(await findConnectionOrigin(ctx(), 'incident', 'CHG1')).toBeNull()
})
