import { asc } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { noTraps } from '#e2e/lab/servicenow/traps.ts'
import { updateConnection } from '#server/connections/commands.ts'
import { runToEnd } from '#server/connections/run-connections.ts'
import { saveMapping } from '#server/import/jobs/mappings.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { serviceNowConnector } from './connector.ts'
import { first, provideStreams } from './testing-streams.ts'

const streams = provideStreams()
const { connect, connectInstance, listNumbers, startInstance } = streams

describe('a table is read again', () => {
  const titleFrom = (column: string) =>
    saveMapping(streams.connection.ctx(), 'ours', { kind: 'changes', mapping: { fields: { title: column } } })
  const titles = async () =>
    (await streams.database.db.select().from(changes).orderBy(asc(changes.number))).map((c) => c.title)

  test('with a mapping that is chosen while it is read', async () => {
    await connect()
    await titleFrom('number')
    let requests = 0
    const choose = async () => {
      requests += 1
      if (requests === 2)
        await streams.connection.change({ page_size: 10, tables: { change_request: { mapping: 'ours' } } })
    }
    await runToEnd(streams.connection.ctx(), streams.connection.id, {
      servicenow: {
        ...serviceNowConnector,
        run(ctx, row) {
          const send: typeof ctx.outgoing.send = async (request) => {
            const response = await ctx.outgoing.send(request)
            await choose()
            return response
          }
          return serviceNowConnector.run({ ...ctx, outgoing: { ...ctx.outgoing, send } }, row)
        },
      },
    })
    await streams.connection.run()
    expect(await titles()).toEqual(await listNumbers())
  })

  test('when the connection moves to another instance', async () => {
    await connect()
    streams.instance.advance(7_200_000)
    await streams.connection.run()
    await streams.instance.stop()
    await startInstance()
    fill(streams.instance, { changes: 50 })
    await updateConnection(streams.connection.ctx(), streams.connection.id, {
      url: streams.instance.url,
      secret: streams.instance.account.password,
    })
    expect(await streams.connection.run()).toMatchObject({ read: 50 })
    expect(await streams.database.db.select().from(connectionRecords)).toHaveLength(50)
  })
})

describe('a filter', () => {
  test('that changes is read from the start', async () => {
    await connect({ options: { tables: { change_request: { filter: 'number=CHG0000007' } } } })
    await streams.connection.run()
    await streams.connection.change({ page_size: 10, tables: { change_request: { filter: 'numberLIKE000000' } } })
    expect(await streams.connection.run()).toMatchObject({ read: 9, inserted: 8 })
  })

  test.each(['u_none=1', 'number=CHG1^NQu_none=1'])('that the instance ignores (%s) stops the run', async (filter) => {
    await connect({ options: { tables: { change_request: { filter } } } })
    await expect(streams.connection.run()).rejects.toThrow('names u_none, which does not exist')
    expect(await listNumbers()).toEqual([])
  })
})

describe('reading', () => {
  test('goes on with the other tables after one that cannot be read, and decides on reviews', async () => {
    const tables = { sys_user: {}, change_request: { filter: 'state=0' }, incident: {} }
    await connect({
      traps: { unreadableTables: ['sys_user'] },
      counts: { changes: 40, incidents: 2 },
      options: { tables },
    })
    await expect(streams.connection.run()).rejects.toThrow('no right to read sys_user')
    expect(await streams.database.db.select().from(incidents)).toHaveLength(2)
    const inReview = (await streams.database.db.select().from(changes)).filter(({ isStub }) => !isStub)
    expect(await streams.database.db.select().from(policyDecisions)).toHaveLength(inReview.length)
  })

  test('goes on from a row that the filter no longer matches', async () => {
    const filter = 'sys_updated_on>2000-01-01^numberLIKECHG'
    await connect({ options: { tables: { change_request: { filter } } } })
    await streams.connection.run()
    const newest = streams.instance.tables.change_request?.inOrderOfUpdate().at(-1)
    const id = newest?.sys_id ?? ''
    const time = newest?.sys_updated_on ?? ''
    streams.instance.tables.change_request?.rows.set(id, { ...newest, number: 'X', sys_updated_on: time })
    streams.instance.tables.change_request?.touch(id)
    streams.instance.advance(600_000)
    expect(await streams.connection.run()).toMatchObject({ read: 0 })
    streams.instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
    expect(await streams.connection.run()).toMatchObject({ updated: 1 })
  })

  test('goes on where it was interrupted', async () => {
    await connect({ counts: { changes: 60 }, options: { page_size: 10 } })
    let pages = 0
    const isEnded = () => {
      pages += 1
      return pages > 3
    }
    streams.instance.traps = Object.defineProperty({ ...streams.instance.traps }, 'unreadableTables', {
      get: () => (isEnded() ? ['change_request'] : []),
    })
    await expect(streams.connection.run()).rejects.toThrow('no right')
    const read = (await listNumbers()).length
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(60)
    streams.instance.traps = noTraps
    expect(await streams.connection.run()).toMatchObject({ inserted: 60 - read })
    expect(await listNumbers()).toHaveLength(60)
  })

  test('finds a row that became visible late, although the run before failed', async () => {
    await connect({ counts: { changes: 300 }, options: { page_size: 60 } })
    const { tables } = streams.instance
    const rows = tables.change_request?.inOrderOfUpdate() ?? []
    const late = rows.at(100)
    tables.change_request?.rows.delete(late?.sys_id ?? '')
    tables.change_request?.touch(late?.sys_id ?? '')
    let pages = 0
    const next = () => {
      pages += 1
      return pages
    }
    streams.instance.traps = Object.defineProperty({ ...streams.instance.traps }, 'unreadableTables', {
      get: () => (next() > 3 ? ['change_request'] : []),
    })
    await expect(streams.connection.run()).rejects.toThrow('no right')
    const read = (await listNumbers()).length
    tables.change_request?.rows.set(late?.sys_id ?? '', late ?? {})
    tables.change_request?.touch(late?.sys_id ?? '')
    streams.instance.traps = noTraps
    expect(await streams.connection.run()).toMatchObject({ inserted: 300 - read })
  })

  test('goes on in the hour that is repeated when summer time ends', async () => {
    await startInstance({ zone: 'America/New_York', readsQueriesInZone: true })
    streams.instance.advance(Date.parse('2026-11-01T07:30:00Z') - streams.instance.now())
    fill(streams.instance, { changes: 60 })
    await connectInstance({ tables: { change_request: {} }, page_size: 10 })
    await streams.connection.run()
    expect(await listNumbers()).toHaveLength(60)
    streams.instance.writeRow('change_request', { sys_id: first, short_description: 'Another title' })
    expect(await streams.connection.run()).toMatchObject({ updated: 1 })
  })

  test.each([
    ['pages of rows that may not be read', { hiddenShare: 0.7, hiddenRun: 60 }],
    ['cut pages', { maxPageBytes: 6000 }],
    ['pages that end with an error', { maxPageBytes: 6000, cutPages: 'with error' }],
    ['many rows of one second', { rowsPerSecond: 400 }],
    ['times read in the zone of the account', { zone: 'America/New_York', readsQueriesInZone: true, rowsPerSecond: 9 }],
    ['a zone of quarter hours', { zone: 'Asia/Kathmandu', readsQueriesInZone: true, language: 'de' }],
  ] as const)('copes with %s', async (_, traps) => {
    await connect({ traps, counts: { changes: 100 }, options: { page_size: 20 } })
    await streams.connection.run()
    const { rows, hidden } = streams.instance.tables.change_request ?? { rows: new Map(), hidden: new Set() }
    const readable = [...rows.values()].filter((row) => !hidden.has(row.sys_id))
    expect(await listNumbers()).toEqual(readable.map(({ number }) => number).toSorted())
  })
})

test('signs in with client credentials again when the token expires', async () => {
  const sign_in = { method: 'oauth', client_id: 'client-1' }
  await startInstance({ tokenSeconds: 0 })
  fill(streams.instance, { changes: 3 })
  const options = { sign_in, tables: { change_request: {} } }
  await connectInstance(options, streams.instance.account.clientSecret)
  await expect(streams.connection.run()).rejects.toThrow('rejects the sign-in')
  streams.instance.traps.tokenSeconds = 60
  expect(await streams.connection.run()).toMatchObject({ inserted: 3 })
})
