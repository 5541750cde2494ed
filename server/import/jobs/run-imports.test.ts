import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { provideEmptyDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { imports } from '#server/schema/imports.ts'
import { cancelImport, runImport } from './commands.ts'
import { saveMapping } from './mappings.ts'
import { getImport, listImports } from './queries.ts'
import { getRefusedFile, listRefusedRows, resubmitRows } from './refused-rows.ts'
import { claimImport, hasWaitingImports } from './run-imports.ts'
import { queueImport, runQueued } from './testing.ts'

const database = provideEmptyDatabase()
beforeEach(() => setTestRuntime(database))

const byToken = () => testContext(database.db, testToken, new Date())
const byManager = () => testContext(database.db, testPerson('manager'), new Date())
const header = 'number,opened_at,short_description\n'
const day = '2026-03-01T10:00:00Z'
const listNumbers = async () =>
  (await database.pool.query('select number from incidents order by 1')).rows.map(({ number }) => number)

test('a queued import writes its records, reports them and names who sent the file', async () => {
  const { id, status } = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\nINC2,soon,Two\n`)
  expect(status).toBe('queued')
  expect(await hasWaitingImports(byToken())).toBe(true)
  await runQueued(byToken())
  expect(await hasWaitingImports(byToken())).toBe(false)
  expect(await getImport(byToken(), id, ['incidents'])).toMatchObject({
    status: 'done',
    rows: 2,
    inserted: 1,
    refused: 1,
    created_by: 'ServiceNow sync',
    progress: null,
    refusals: [{ line: 3, place: 'line 3', reason: expect.stringContaining('Opened at') }],
    unused_columns: [],
  })
  await expect(getImport(byToken(), id, ['articles'])).rejects.toMatchObject({ code: 'not_found' })
  const { rows } = await database.pool.query(
    `select actor_kind, actor_name, action, entity_type, entity_id, changes->'file'->>'to' as file,
       changes->'inserted'->>'to' as inserted from audit_events where request_id = $1 order by id`,
    [id],
  )
  const by = { actor_name: 'ServiceNow sync', action: 'create' }
  const ofImport = { ...by, actor_kind: 'token', file: 'incidents.csv', inserted: '1' }
  expect(rows).toEqual([
    { ...by, actor_kind: 'import', entity_type: 'incident', entity_id: 'INC1', file: null, inserted: null },
    { ...ofImport, entity_type: 'import', entity_id: id },
  ])
})

test('refused rows are a file and a page of cells, and are sent again corrected', async () => {
  const { id } = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\nINC2,soon,=1+1\n`)
  await runQueued(byToken())
  const file = await getRefusedFile(byToken(), id)
  expect(file).toMatchObject({ type: 'text/csv', name: `${id}.refused.csv` })
  expect((await Array.fromAsync(file.content)).join('')).toMatch(/^refused_line,refused_reason,number,/)
  const page = await listRefusedRows(byManager(), id, { page: 1, limit: 10 })
  const cells = { number: 'INC2', opened_at: 'soon', short_description: '=1+1' }
  expect(page).toEqual({
    columns: ['number', 'opened_at', 'short_description'],
    result: [{ place: '3', reason: expect.stringContaining('Opened at'), cells }],
    total_count: 1,
  })
  const corrected = await resubmitRows(byManager(), id, [{ ...cells, opened_at: day }])
  expect(corrected).toMatchObject({ status: 'queued', source: 'page', file_name: 'corrected-incidents.csv' })
  await runQueued(byToken())
  expect(await getImport(byManager(), corrected.id)).toMatchObject({ status: 'done', inserted: 1, refused: 0 })
  const { rows } = await database.pool.query(`select short_description from incidents where number = 'INC2'`)
  expect(rows).toEqual([{ short_description: '=1+1' }])
})

test('corrected rows have the delimiter that they are written with', async () => {
  const mapping = { delimiter: ';', fields: { number: 'Nr', opened_at: 'Seen' } } as const
  await saveMapping(byManager(), 'Desk', { kind: 'incidents', mapping })
  const options = { mapping_name: 'Desk' }
  const { id } = await queueImport(byToken(), 'incidents', 'Nr;Seen\nINC1;soon\n', { options })
  await runQueued(byToken())
  const corrected = await resubmitRows(byManager(), id, [{ Nr: 'INC1', Seen: day }])
  await runQueued(byToken())
  expect(await getImport(byManager(), corrected.id)).toMatchObject({ status: 'done', inserted: 1 })
})

test.each([
  [
    'articles.csv',
    (rows: string[][]) => [['id', 'content', 'created'], ...rows].map((row) => row.join(',')).join('\n'),
  ],
  [
    'articles.json',
    (rows: string[][]) => JSON.stringify(rows.map(([id, content, created]) => ({ id, content, created }))),
  ],
])('long cells of %s are shortened in the page and whole when they are sent again', async (fileName, write) => {
  const text = `# One ${'x'.repeat(5_000)}`
  const refused = ['KB0', 'KB1', 'KB2'].map((id) => [id, `${text}${id}${id === 'KB2' ? 'y' : ''}`, 'soon'])
  const { id } = await queueImport(byToken(), 'articles', write(refused), { fileName })
  await runQueued(byToken())
  const { result } = await listRefusedRows(byManager(), id, { page: 3, limit: 1 })
  const content = expect.stringMatching(/^# One x+… \(3,010 more characters\)$/)
  expect(result).toMatchObject([{ cells: { id: 'KB2', content } }])
  const { id: newId } = await resubmitRows(byManager(), id, [{ ...result[0]?.cells, created: '2026-01-01' }])
  await runQueued(byToken())
  expect(await getImport(byManager(), newId)).toMatchObject({ status: 'done', inserted: 1 })
  const { rows } = await database.pool.query('select content from articles')
  expect(rows).toEqual([{ content: refused[2]?.[1] }])
  // Two cells that are equal when shortened, and one that was edited.
  const first = (await listRefusedRows(byManager(), id, { page: 1, limit: 1 })).result[0]?.cells ?? {}
  for (const cells of [first, { ...first, content: `A${first.content}` }])
    await expect(resubmitRows(byManager(), id, [cells])).rejects.toThrow('content is shortened')
})

test('JSON rows that were refused are corrected as JSON', async () => {
  const records = [{ number: 'INC1', opened_at: 'soon', more: { deep: true } }]
  const file = { fileName: 'incidents.json' }
  const { id } = await queueImport(byToken(), 'incidents', JSON.stringify(records), file)
  await runQueued(byToken())
  const { result, columns } = await listRefusedRows(byManager(), id, { page: 1, limit: 10 })
  expect({ columns, cells: result[0]?.cells }).toEqual({ columns: [], cells: records[0] })
  const corrected = await resubmitRows(byManager(), id, [{ ...records[0], opened_at: day }])
  await runQueued(byToken())
  expect(await getImport(byManager(), corrected.id)).toMatchObject({ status: 'done', inserted: 1 })
})

test('a dry run writes nothing and can be run for real', async () => {
  const { id } = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\n`, { isDryRun: true })
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'done', dry_run: true, inserted: 1 })
  expect(await listNumbers()).toEqual([])
  await runImport(byManager(), id, false)
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'done', dry_run: false, inserted: 1 })
  expect(await listNumbers()).toEqual(['INC1'])
  expect(await getImport(byToken(), id)).toMatchObject({ created_by: 'Test manager' })
  const { rows } = await database.pool.query(`select distinct actor_name from audit_events where request_id = $1`, [id])
  expect(rows).toEqual([{ actor_name: 'Test manager' }])
  await expect(runImport(byManager(), id, false)).rejects.toMatchObject({ code: 'conflict' })
})

test('a saved mapping is used by its name', async () => {
  const mapping = { fields: { number: 'Ticket', opened_at: 'Seen' } }
  await saveMapping(byManager(), 'Desk', { kind: 'incidents', mapping })
  const options = { mapping_name: 'Desk' }
  const file = `Ticket,Seen\nINC1,${day}\n`
  const { id } = await queueImport(byToken(), 'incidents', file, { options })
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'done', inserted: 1 })
  await expect(queueImport(byToken(), 'changes', file, { options })).rejects.toThrow('is for incidents')
  const unknown = { options: { mapping_name: 'Help' } }
  await expect(queueImport(byToken(), 'incidents', file, unknown)).rejects.toMatchObject({ code: 'not_found' })
})

test('a preset is used by its name, which no saved mapping can take', async () => {
  const file = `Incident ID*+,Summary*,Status*,Priority*,Reported Date+\nINC1,Mail is down,Assigned,Critical,${day}\n`
  const options = { mapping_name: 'bmc remedy' }
  const { id } = await queueImport(byToken(), 'incidents', file, { options })
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'done', inserted: 1 })
  await expect(queueImport(byToken(), 'users', file, { options })).rejects.toThrow(
    'The mapping BMC Remedy is for changes and incidents, not for users.',
  )
  await expect(saveMapping(byManager(), 'Jira', { kind: 'incidents', mapping: {} })).rejects.toThrow(
    'Jira is the name of a preset',
  )
})

test('a queued import is cancelled at once', async () => {
  const first = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\n`)
  expect(await cancelImport(byManager(), first.id)).toMatchObject({ status: 'cancelled' })
  await runQueued(byToken())
  expect(await listNumbers()).toEqual([])
  await expect(cancelImport(byManager(), first.id)).rejects.toMatchObject({ code: 'conflict' })
})

test('a statement that takes longer than two minutes ends its import, which says what to do', async () => {
  onTestFinished(async () => void (await database.pool.query('drop function exceed_limit cascade')))
  // Raises the error of an exceeded time limit, if the statement has the expected one.
  await database.pool.query(`create function exceed_limit() returns trigger language plpgsql as $$ begin
    raise exception 'limit' using errcode = case current_setting('statement_timeout') when '2min' then '57014' else 'P0001' end;
    end $$`)
  const trigger =
    'create trigger exceed_limit before insert on incidents for each statement execute function exceed_limit()'
  await database.pool.query(trigger)
  const { id } = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\n`)
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({
    status: 'failed',
    error:
      'The database took too long for one statement of this import, or waited too long for another writer of the same records. Nothing was written. Run it again, or split the file.',
  })
  expect(await listNumbers()).toEqual([])
})

test('an import whose process died is run again by another, once', async () => {
  const { id } = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\n`)
  const dead = { status: 'running', attempts: 1, aliveAt: new Date(Date.now() - 120_000).toISOString() } as const
  await database.db.update(imports).set(dead).where(eq(imports.id, id))
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'done', inserted: 1 })
  expect(await listNumbers()).toEqual(['INC1'])

  await database.db
    .update(imports)
    .set({ ...dead, attempts: 3 })
    .where(eq(imports.id, id))
  await runQueued(byToken())
  expect(await getImport(byToken(), id)).toMatchObject({ status: 'failed', error: 'It was interrupted 3 times.' })
})

test('the list has the imports, newest first, by kind and state', async () => {
  const first = await queueImport(byToken(), 'incidents', `${header}INC1,${day},One\n`)
  const second = await queueImport(byManager(), 'products', 'id,name,price\na,Pen,1\n', { status: 'draft' })
  const list = async (query = {}) =>
    (await listImports(byManager(), { page: 1, limit: 10, ...query })).rows.map(({ id }) => id)
  expect(await list()).toEqual([second.id, first.id])
  expect(await list({ kind: 'incidents' })).toEqual([first.id])
  expect(await list({ status: 'draft', kind: 'products' })).toEqual([second.id])
})

const as = (actor: Actor) => testContext(database.db, actor, new Date())
const person = (name: string) => testPerson('manager', `acc_${name}`)
const queue = (actor: Actor, kind: ImportKind = 'products') => queueImport(as(actor), kind, 'id\na\n')
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function createTokenFor(issuer: Actor, name: string): Promise<Actor> {
  const access = { system: 'itsm', scope: 'write', role: null } as const
  const { token } = await createToken(as(issuer), { name, ...access, expiresAt: null, origin: 'entry' })
  return { kind: 'token', id: token.id, name, system: 'itsm', scope: 'write' }
}

/** Returns the senders of the imports in the order of their start, each after the previous one is done. */
async function startOneByOne(): Promise<string[]> {
  const started: string[] = []
  for (let row = await claimImport(database.db); row; row = await claimImport(database.db)) {
    started.push(row.createdBy)
    await database.db.update(imports).set({ status: 'done' }).where(eq(imports.id, row.id))
  }
  return started
}

test('the caller whose last import started longest ago is next, however many imports another has queued', async () => {
  const many = person('many')
  const rare = person('rare')
  const never = person('never')
  await queue(rare)
  expect(await startOneByOne()).toEqual(['Test rare'])
  for (let count = 0; count < 10; count += 1) await queue(many)
  const running = await claimImport(database.db)
  for (const caller of [rare, never, rare]) await queue(caller)
  await database.db
    .update(imports)
    .set({ status: 'done' })
    .where(eq(imports.id, running?.id ?? ''))
  const a = 'Test many'
  const b = 'Test rare'
  const c = 'Test never'
  expect(await startOneByOne()).toEqual([c, b, a, b, ...Array(8).fill(a)])
})

test('callers who come for the first time, or seem to, delay an import by an hour at most', async () => {
  const waiting = await queue(person('rare'))
  const before = await queue(person('rare'))
  await database.db
    .update(imports)
    .set({ createdAt: minutesAgo(200) })
    .where(eq(imports.id, waiting.id))
  const start = { status: 'done', startedAt: minutesAgo(70) } as const
  await database.db.update(imports).set(start).where(eq(imports.id, before.id))
  await queue(person('never'))
  expect(await startOneByOne()).toEqual(['Test rare', 'Test never'])
})

test('a person and the tokens that the person issued are one caller, also for what another sent', async () => {
  const owner = person('owner')
  const tokens = [await createTokenFor(owner, 'One'), await createTokenFor(owner, 'Two')]
  for (const [caller, kind] of [
    [tokens[0], 'products'],
    [tokens[1], 'users'],
    [owner, 'articles'],
  ] as const) {
    if (caller) await queue(caller, kind)
  }
  const { id } = await queueImport(as(person('other')), 'improvements', 'id\na\n', { status: 'draft' })
  await runImport(as(owner), id, false)
  expect(await claimImport(database.db)).toMatchObject({ createdBy: 'One' })
  expect(await claimImport(database.db)).toBeUndefined()
  await queue(person('other'), 'users')
  expect(await claimImport(database.db)).toMatchObject({ createdBy: 'Test other' })
})

test('what processes claim at the same time is of different callers and into different tables', async () => {
  for (const kind of ['products', 'users', 'articles'] as const) await queue(person('many'), kind)
  await queue(person('other'), 'products')
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimImport(database.db)))
  expect(claimed.filter((row) => row !== undefined)).toHaveLength(1)
})

test('a claim takes one import, also when PostgreSQL runs its subquery for each row', async () => {
  for (const name of ['a', 'b', 'c']) await queue(person(name))
  await database.db.transaction(async (tx) => {
    for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize'])
      await tx.execute(sql.raw(`set local enable_${way} = off`))
    await claimImport(tx)
  })
  expect(await database.db.select().from(imports).where(eq(imports.status, 'running'))).toHaveLength(1)
})
