import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { getArticleImport, getRecordImport, getRefusedRecords, importRecords } from '#lib/contracts/imports.ts'
import { wholeListTypes } from '#lib/contracts/whole-list.ts'
import { buildWorkbook } from '#server/import/testing-workbook.ts'
import { importHandler, provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { runQueued } from './testing.ts'

const database = provideTestRuntime()
let authorization: string
beforeAll(async () => {
  authorization = await authorize('itsm')
})

async function authorize(system: 'itsm' | 'docs') {
  const token = { name: 'Sync', system, scope: 'write', role: null, expiresAt: null, origin: 'entry' } as const
  return `Bearer ${(await createToken(testContext(database.db), token)).secret}`
}

const path = '/api/itsm/v1/imports'
async function send(query: string, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(`http://127.0.0.1${path}?${query}`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'text/csv', ...headers },
  })
  return (await importHandler(importRecords))(request)
}
const get = async (endpoint: Endpoint, id: string, headers = { authorization }) => {
  const url = `http://127.0.0.1${endpoint.path.replace('{id}', id)}`
  return (await importHandler(endpoint))(new Request(url, { headers }))
}
const file = 'number,opened_at\nINC1,2026-03-01T10:00:00Z\nINC2,=1+1\n'

test('a file is accepted, imported by the job, and its refused rows are a file', async () => {
  const sent = await send('kind=incidents', file)
  expect(sent.status).toBe(202)
  const { id } = await sent.json()
  expect(sent.headers.get('location')).toBe(`${path}/${id}`)
  expect(sent.headers.get('ratelimit-policy')).toBe('"bulk";q=100000;w=60')
  await runQueued(testContext(database.db, undefined, new Date()))
  const found = await get(getRecordImport, id)
  expect(await found.json()).toMatchObject({ status: 'done', inserted: 1, refused: 1, created_by: 'Sync' })
  expect(found.headers.get('ratelimit-policy')).toBe('"default";q=1000000;w=60')
  const refused = await get(getRefusedRecords, id)
  expect(refused.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(refused.headers.get('content-disposition')).toBe(`attachment; filename="${id}.refused.csv"`)
  expect(await refused.text()).toContain(",INC2,'=1+1")
  expect((await get(getArticleImport, id, { authorization: await authorize('docs') })).status).toBe(404)
})

test.each([
  [
    'reviews',
    'change,outcome,review date\nCHG77,successful,2026-02-03\n',
    'pir_outcome from changes where number',
    'CHG77',
  ],
  [
    'improvements',
    'id,title,owner,due\nIMP77,Test it,ada@example.org,2026-04-01\n',
    'title from improvements where id',
    'IMP77',
  ],
])('old %s come by API', async (kind, content, column, key) => {
  const { id } = await (await send(`kind=${kind}`, content)).json()
  await runQueued(testContext(database.db, undefined, new Date()))
  const found = await get(getRecordImport, id)
  expect(await found.json()).toMatchObject({ kind, status: 'done', inserted: 1, refused: 0 })
  expect((await database.pool.query(`select ${column} = '${key}'`)).rows).toHaveLength(1)
  expect((await get(getRefusedRecords, id)).status).toBe(404)
})

test('a repeated Idempotency-Key gives the same import, and its file and a rejected one are not stored', async () => {
  const count = async (table: string) =>
    (await database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number
  const headers = { 'idempotency-key': 'once' }
  const first = await send('kind=incidents', file, headers)
  const before = [await count('imports'), await count('import_parts')]
  const again = await send('kind=incidents', file, headers)
  expect((await again.json()).id).toBe((await first.json()).id)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await send('kind=incidents', `${file}x`, headers)).status).toBe(422)
  expect((await send('kind=changes', file, headers)).status).toBe(422)
  expect([await count('imports'), await count('import_parts')]).toEqual(before)
  // A trigger proves that the file of an invalid query is not even read.
  await database.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'stored'; end $$`)
  await database.pool.query(
    'create trigger refuse before insert on import_parts for each row execute function refuse()',
  )
  expect((await send('kind=incidents&mapping=None', file)).status).toBe(404)
  expect((await send('kind=incidents&time_zone=Moon', file)).status).toBe(400)
  await database.pool.query('drop trigger refuse on import_parts')
})

test.each([
  ['kind=articles', 'text/csv', 400],
  ['kind=incidents', 'text/plain', 415],
  ['kind=incidents&encoding=morse', 'text/csv', 400],
  ['kind=incidents&dry_run=yes', 'text/csv', 400],
])('%s as %s is rejected with %i', async (query, type, status) => {
  expect((await send(query, file, { 'content-type': type })).status).toBe(status)
})

test('a workbook is accepted by its media type', async () => {
  const body = new Blob([
    new Uint8Array(
      buildWorkbook({
        Records: [
          ['number', 'opened_at'],
          ['INC9', '2026-03-01'],
        ],
      }),
    ),
  ])
  const sent = await send('kind=incidents', body, { 'content-type': wholeListTypes.xlsx })
  expect(sent.status).toBe(202)
  await runQueued(testContext(database.db, undefined, new Date()))
  const found = await get(getRecordImport, (await sent.json()).id)
  expect(await found.json()).toMatchObject({ status: 'done', inserted: 1, file_name: 'incidents.xlsx' })
})

test('the parameter rows answers which of several rows counts; without it the import fails and says how', async () => {
  const log = 'number,opened_at,state\nINC8,2026-03-01,New\nINC8,2026-03-01,Closed\n'
  const importWith = async (query: string) => {
    const { id } = await (await send(`kind=incidents${query}`, log)).json()
    await runQueued(testContext(database.db, undefined, new Date()))
    return (await get(getRecordImport, id)).json()
  }
  expect(await importWith('')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Several rows have the number INC8 (line 2, line 3) and differ'),
  })
  expect(await importWith('&rows=last')).toMatchObject({
    status: 'done',
    inserted: 1,
    superseded: 1,
    options: { rows: 'last' },
  })
  expect((await database.pool.query(`select state from incidents where number = 'INC8'`)).rows).toEqual([
    { state: 'closed' },
  ])
  expect((await send('kind=incidents&rows=newest', log)).status).toBe(400)
})
