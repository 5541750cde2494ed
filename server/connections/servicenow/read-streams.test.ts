import { asc, sql } from 'drizzle-orm'
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
import { listCandidatesUpTo } from './streams.ts'
import { provideStreams } from './testing-streams.ts'

const streams = provideStreams()
const { connect, connectInstance, database, edit, getChanges, listNumbers, refuseAfter, run, startInstance } = streams

describe('a table is read again', () => {
  const titleFrom = (column: string) =>
    saveMapping(streams.connection.ctx(), 'ours', { kind: 'changes', mapping: { fields: { title: column } } })
  const titles = async () => (await database.db.select().from(changes).orderBy(asc(changes.number))).map((c) => c.title)

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
    await run()
    expect(await titles()).toEqual(await listNumbers())
  })

  test('when the connection moves to another instance', async () => {
    await connect()
    streams.instance.advance(7_200_000)
    await run()
    await streams.instance.stop()
    await startInstance()
    fill(streams.instance, { changes: 50 })
    await updateConnection(streams.connection.ctx(), streams.connection.id, {
      url: streams.instance.url,
      secret: streams.instance.account.password,
    })
    expect(await run()).toMatchObject({ read: 50 })
    expect(await database.db.select().from(connectionRecords)).toHaveLength(50)
  })
})

describe('a filter', () => {
  test('that changes is read from the start', async () => {
    await connect({ options: { tables: { change_request: { filter: 'number=CHG0000007' } } } })
    await run()
    await streams.connection.change({ page_size: 10, tables: { change_request: { filter: 'numberLIKE000000' } } })
    expect(await run()).toMatchObject({ read: 9, inserted: 8 })
  })

  test.each(['u_none=1', 'number=CHG1^NQu_none=1'])('that the instance ignores (%s) stops the run', async (filter) => {
    await connect({ options: { tables: { change_request: { filter } } } })
    await expect(run()).rejects.toThrow('names u_none, which does not exist')
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
    await expect(run()).rejects.toThrow('no right to read sys_user')
    expect(await database.db.select().from(incidents)).toHaveLength(2)
    const inReview = (await database.db.select().from(changes)).filter(({ isStub }) => !isStub)
    expect(await database.db.select().from(policyDecisions)).toHaveLength(inReview.length)
  })

  test('goes on from a row that the filter no longer matches', async () => {
    const filter = 'sys_updated_on>2000-01-01^numberLIKECHG'
    await connect({ options: { tables: { change_request: { filter } } } })
    await run()
    const newest = getChanges().inOrderOfUpdate().at(-1)
    const id = newest?.sys_id ?? ''
    getChanges().rows.set(id, { ...newest, number: 'X' })
    getChanges().touch(id)
    streams.instance.advance(600_000)
    expect(await run()).toMatchObject({ read: 0 })
    edit({ short_description: 'Another title' })
    expect(await run()).toMatchObject({ updated: 1 })
  })

  test('goes on where it was interrupted, and finds a row that became visible meanwhile', async () => {
    await connect({ counts: { changes: 300 }, options: { page_size: 60 } })
    const late = getChanges().inOrderOfUpdate().at(100) ?? {}
    const id = late.sys_id ?? ''
    getChanges().rows.delete(id)
    getChanges().touch(id)
    refuseAfter(3)
    await expect(run()).rejects.toThrow('no right')
    const read = (await listNumbers()).length
    expect(read).toBeGreaterThan(0)
    getChanges().rows.set(id, late)
    getChanges().touch(id)
    streams.instance.traps = noTraps
    expect(await run()).toMatchObject({ inserted: 300 - read })
    expect(await listNumbers()).toHaveLength(300)
  })

  test('goes on in the hour that is repeated when summer time ends', async () => {
    await startInstance({ zone: 'America/New_York', readsQueriesInZone: true })
    streams.instance.advance(Date.parse('2026-11-01T07:30:00Z') - streams.instance.now())
    fill(streams.instance, { changes: 60 })
    await connectInstance({ tables: { change_request: {} }, page_size: 10 })
    await run()
    expect(await listNumbers()).toHaveLength(60)
    edit({ short_description: 'Another title' })
    expect(await run()).toMatchObject({ updated: 1 })
  })

  test.each([
    ['pages of rows that may not be read', { hiddenShare: 0.7, hiddenRun: 60 }],
    ['cut pages', { maxPageBytes: 6000 }],
    ['pages that end with an error', { maxPageBytes: 6000, cutPages: 'with error' }],
    ['many rows of one second', { rowsPerSecond: 400 }],
    ['times read in the zone of the account', { zone: 'America/New_York', readsQueriesInZone: true, rowsPerSecond: 9 }],
    ['a zone of quarter hours', { zone: 'Asia/Kathmandu', readsQueriesInZone: true }],
  ] as const)('copes with %s', async (_, traps) => {
    await connect({ traps, counts: { changes: 100 }, options: { page_size: 20 } })
    await run()
    const { rows, hidden } = getChanges()
    const readable = [...rows.values()].filter((row) => !hidden.has(row.sys_id ?? ''))
    expect(await listNumbers()).toEqual(readable.map(({ number }) => number).toSorted())
  })
})

test('signs in with client credentials again when the token expires', async () => {
  const sign_in = { method: 'oauth', client_id: 'client-1' }
  await startInstance({ tokenSeconds: 0 })
  fill(streams.instance, { changes: 3 })
  const options = { sign_in, tables: { change_request: {} } }
  await connectInstance(options, streams.instance.account.clientSecret)
  await expect(run()).rejects.toThrow('rejects the sign-in')
  streams.instance.traps.tokenSeconds = 60
  expect(await run()).toMatchObject({ inserted: 3 })
})

test('the rows from which reading continues are found by an index, in its order', async () => {
  await connect()
  const { db } = database
  await db.execute(sql`insert into ${connectionRecords}
    (connection_id, stream, foreign_id, entity, key, updated_there, writes_there, read_at)
    select 'con', 'incident', md5(n::text), 'incident', 'INC' || n, '2026-03-01 ' || n, 0, now()
    from generate_series(1, 5000) n`)
  await db.execute(sql`analyze ${connectionRecords}`)
  const query = listCandidatesUpTo(db, { connectionId: 'con', stream: 'incident' }, '2026-03-01 4000')
  const { rows } = await db.execute(sql`explain ${query}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Scan Backward using connection_records_updated_there')
  expect(plan).not.toContain('Sort')
})
