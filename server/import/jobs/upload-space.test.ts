import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRecords } from '#lib/contracts/imports.ts'
import { importRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { importParts } from '#server/schema/imports.ts'
import { cancelImport } from './commands.ts'
import { deleteImport } from './delete-import.ts'
import { storeFile } from './file-parts.ts'
import { describeFullSpace } from './upload-space.ts'

let database: TestDatabase
let authorization: string
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
  setRuntime({ ...getRuntime(), env: { ...getRuntime().env, importSpace: 3e6 } })
  const token = { name: 'Sync', system: 'itsm', scope: 'write', role: null, expiresAt: null, origin: 'entry' } as const
  authorization = `Bearer ${(await createToken(testContext(database.db), token)).secret}`
})
afterAll(() => database.drop())

const ctx = () => testContext(database.db, testPerson('manager'), new Date())
async function send(body: string) {
  const request = new Request('http://127.0.0.1/api/itsm/v1/imports?kind=incidents', {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'text/csv' },
  })
  return (await importRoute(importRecords)).POST?.(request) as Promise<Response>
}
const megabyte = `number,opened_at\n${'INC1,soon\n'.repeat(100_000)}`

test('uploads end with 507 at the limit of all files, leave no part, and begin again when files are deleted', async () => {
  const sent: { status: number; id: string }[] = []
  for (let file = 0; file < 6; file += 1) {
    const response = await send(megabyte)
    const body = await response.json()
    sent.push({ status: response.status, id: body.id })
    if (response.status === 202) continue
    expect(body.error).toMatchObject({
      code: 'insufficient_storage',
      message: expect.stringMatching(
        /^The files of imports take 3 MB of the 3 MB .* Delete files .* HINDSIGHT_IMPORT_SPACE\.$/,
      ),
    })
  }
  expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 507, 507, 507])
  const { rows } = await database.pool.query('select count(distinct import_id)::int as files from import_parts')
  expect(rows).toEqual([{ files: 3 }])
  await cancelImport(ctx(), sent[0]?.id ?? '')
  await deleteImport(ctx(), sent[0]?.id ?? '')
  expect((await send(megabyte)).status).toBe(202)
}, 60_000)

test('parts of a failed upload are deleted when the database takes writes again', async () => {
  await database.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no writes' using errcode = '25006'; end $$`)
  async function* broken() {
    yield Buffer.alloc(1_500_000, 'a')
    await database.pool.query(
      'create trigger refuse before delete on import_parts for each statement execute function refuse()',
    )
    throw new Error('The connection is lost.')
  }
  const before = await database.db.$count(importParts)
  await expect(storeFile(ctx(), broken())).rejects.toThrow('lost')
  expect(await database.db.$count(importParts)).toBeGreaterThan(before)
  await database.pool.query('drop trigger refuse on import_parts')
  await expect.poll(() => database.db.$count(importParts), { timeout: 20_000 }).toBe(before)
}, 40_000)

test('files never take more than their limit, nor more than is free, and there is room below both', () => {
  const bytes = fc.nat({ max: 1e12 })
  fc.assert(
    fc.property(bytes, bytes, fc.option(bytes, { nil: undefined }), (stored, limit, free) => {
      const isFull = describeFullSpace({ stored, limit, free }) !== undefined
      expect(isFull).toBe(stored >= limit || (free !== undefined && stored >= free))
    }),
  )
})
