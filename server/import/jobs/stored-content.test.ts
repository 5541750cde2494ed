import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, relative } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { importRecords } from '#lib/contracts/imports.ts'
import { importHandler, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { provideEmptyDatabase } from '#server/platform/db/testing.ts'
import { describeFullSpace } from '#server/platform/files/full-space.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { importParts } from '#server/schema/imports.ts'
import { cancelImport, deleteImport } from './commands.ts'
import { withImportFile } from './process/perform-import.ts'
import { getImport } from './queries.ts'
import { getRefusedFile } from './refused-rows.ts'
import { importFiles, purgeImportFiles, storeUpload } from './stored-content.ts'
import { queueImport, runQueued, testStore } from './testing.ts'

const database = provideEmptyDatabase()
beforeEach(() => {
  setTestRuntime(database)
  limitTo(6e6)
})

const ctx = () => testContext(database.db, undefined, new Date('2026-03-10T12:00:00Z'))
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('a file is stored in parts and comes back whole, in a folder that is deleted', async () => {
  const texts = ['a'.repeat(1_500_000), 'b', 'c'.repeat(900_000), 'é']
  const { id, size, digest } = await storeUpload(ctx(), pieces(...texts), testStore)
  expect(size).toBe(2_400_003)
  expect((await database.db.select({ ordinal: importParts.ordinal }).from(importParts)).length).toBeGreaterThan(1)
  const folder = await withImportFile(database.db, { id, fileName: 'rows.csv' }, async (path, within) => {
    expect(await readFile(path, 'utf8')).toBe(texts.join(''))
    return within
  })
  expect(existsSync(folder)).toBe(false)
  expect((await storeUpload(ctx(), pieces(texts.join('')), testStore)).digest).toBe(digest)
})

test.each(['../../etc/passwd', '..', '/etc/passwd', 'a/b\\c:d\0e.csv', '.hidden', `${'x'.repeat(300)}.csv`])(
  'the name %j stays in the folder',
  async (fileName) => {
    const { id } = await storeUpload(ctx(), pieces('a'), testStore)
    await withImportFile(database.db, { id, fileName }, async (path, folder) => {
      expect(dirname(path)).toBe(folder)
      expect(relative(folder, path)).toBe(basename(path))
      expect(basename(path)).not.toMatch(/^\.|[/\\:\0]/)
      if (fileName.endsWith('.csv')) expect(path.endsWith('.csv')).toBe(true)
    })
  },
)

test('the parts of a transfer that breaks off are deleted', async () => {
  const count = () => database.db.$count(importParts)
  const before = await count()
  async function* broken() {
    yield Buffer.alloc(1_500_000, 'a')
    throw new Error('The connection is lost.')
  }
  await expect(storeUpload(ctx(), broken(), testStore)).rejects.toThrow('lost')
  expect(await count()).toBe(before)
})

test('uploads of one caller that wait for its space hold one connection', async () => {
  const other = await database.pool.connect()
  await other.query('begin')
  await other.query("select pg_advisory_xact_lock(hashtext('import space'), hashtext($1))", [ctx().actor.id])
  let sent = 0
  async function* counted() {
    sent += 1
    yield Buffer.from('a')
  }
  const uploads = Array.from({ length: 20 }, () => storeUpload(ctx(), counted(), testStore))
  try {
    await expect.poll(() => sent).toBe(20)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(database.pool.waitingCount).toBe(0)
  } finally {
    await other.query('rollback')
    other.release()
    await Promise.all(uploads)
  }
})

test('old files, drafts and broken transfers are purged', async () => {
  const later = (days: number) => ({ ...ctx(), now: new Date(ctx().now.getTime() + days * 86_400_000) })
  const draft = await queueImport(ctx(), 'products', 'a', { status: 'draft' })
  const queued = await queueImport(ctx(), 'products', 'a')
  const orphan = await storeUpload(ctx(), pieces('a'), testStore)
  const countRemaining = async () => {
    const [imports, parts] = await Promise.all([
      database.pool.query('select id from imports'),
      database.pool.query('select import_id as id from import_parts'),
    ])
    const ids = [draft.id, queued.id, orphan.id]
    return [imports, parts].map(({ rows }) => ids.filter((id) => rows.some((row) => row.id === id)).length)
  }
  await purgeImportFiles(ctx())
  expect(await countRemaining()).toEqual([2, 3])
  await purgeImportFiles(later(2))
  expect(await countRemaining()).toEqual([2, 2])
  await purgeImportFiles(later(8))
  expect(await countRemaining()).toEqual([1, 1])
  await purgeImportFiles(later(31))
  expect(await countRemaining()).toEqual([1, 0])
})

/** Bytes that all files may take. */
function limitTo(importSpace: number): void {
  setRuntime({ ...getRuntime(), env: { ...getRuntime().env, importSpace, databaseUrl: 'on another machine' } })
}

const manager = () => testContext(database.db, testPerson('manager'), new Date())

/** Sends files by a new token that this person issued. */
async function createSender(id: string) {
  const token = { name: id, system: 'itsm', scope: 'write', role: null, expiresAt: null, origin: 'entry' } as const
  const { secret } = await createToken(testContext(database.db, testPerson('admin', id)), token)
  return async (body: string) => {
    const request = new Request('http://127.0.0.1/api/itsm/v1/imports?kind=incidents', {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'text/csv' },
    })
    const response = await (await importHandler(importRecords))(request)
    const { id, error } = (await response.json()) as { id: string; error?: { code: string; message: string } }
    return { status: response.status, id, error }
  }
}
const megabyte = `number,opened_at\n${'INC1,soon\n'.repeat(100_000)}`
const countFiles = async () => {
  const { rows } = await database.pool.query('select count(distinct import_id)::int as files from import_parts')
  return rows[0].files
}

test('uploads end with 507 when all take as much as they may, leave no part, and begin again when files are deleted', async () => {
  const senders = [await createSender('acc_one'), await createSender('acc_two')]
  limitTo(2e6)
  const first = await senders[0]?.(megabyte)
  const second = await senders[1]?.(megabyte)
  expect([first?.status, second?.status]).toEqual([202, 202])
  expect(await senders[1]?.(megabyte)).toMatchObject({
    status: 507,
    error: {
      code: 'insufficient_storage',
      message: expect.stringMatching(
        /^The files of imports take 2 MB of the 2 MB .* Delete files .* HINDSIGHT_IMPORT_SPACE\.$/,
      ),
    },
  })
  expect(await countFiles()).toBe(2)
  await cancelImport(manager(), first?.id ?? '')
  await deleteImport(manager(), first?.id ?? '')
  expect((await senders[1]?.(megabyte))?.status).toBe(507)
  expect((await senders[0]?.(megabyte))?.status).toBe(202)
}, 60_000)

test('one person leaves room to another, with however many tokens and uploads at once', async () => {
  const greedy = [await createSender('acc_greedy'), await createSender('acc_greedy')]
  const sent = await Promise.all(Array.from({ length: 12 }, (_, turn) => greedy[turn % 2]?.(megabyte)))
  const refused = sent.filter((one) => one?.status !== 202)
  expect(refused[0]).toMatchObject({
    status: 507,
    error: { message: expect.stringMatching(/^The files of your imports take \d MB, .* leave as much to others/) },
  })
  expect((await greedy[0]?.(megabyte))?.status).toBe(507)
  const other = await createSender('acc_other')
  expect((await other(megabyte)).status).toBe(202)
}, 60_000)

test('an import that has no room for its refused rows writes the others and says so', async () => {
  const file = `number,opened_at\n${'INC1,soon\n'.repeat(2_000)}INC2,2026-03-01T10:00:00Z\n`
  const { id } = await queueImport(manager(), 'incidents', file)
  limitTo(1.5 * file.length)
  await runQueued(manager())
  expect(await getImport(manager(), id)).toMatchObject({
    status: 'done',
    refused: 2_000,
    remarks: expect.arrayContaining([
      expect.stringMatching(/^The refused rows are not stored as a file\. The files of your imports take \d MB/),
    ]),
  })
  const { rows } = await database.pool.query('select number from incidents')
  expect(rows).toEqual([{ number: 'INC2' }])
  await expect(getRefusedFile(manager(), id)).rejects.toMatchObject({ code: 'not_found' })
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
  await expect(storeUpload(manager(), broken())).rejects.toThrow('lost')
  expect(await database.db.$count(importParts)).toBeGreaterThan(before)
  await database.pool.query('drop trigger refuse on import_parts')
  await expect.poll(() => database.db.$count(importParts), { timeout: 20_000 }).toBe(before)
}, 40_000)

test('in any order of uploads, another caller has room below the limit and on the disk', () => {
  const part = 1 << 20
  const sizes = fc.array(fc.integer({ min: 1, max: part }), { minLength: 1, maxLength: 400 })
  const limits = fc.record({
    limit: fc.integer({ min: 8 * part, max: 200 * part }),
    disk: fc.option(fc.integer({ min: 16 * part, max: 400 * part }), { nil: undefined }),
  })
  fc.assert(
    fc.property(limits, sizes, ({ limit, disk }, greedy) => {
      let stored = 0
      const getFree = () => (disk === undefined ? undefined : disk - stored)
      for (const size of greedy) {
        if (describeFullSpace({ stored, own: stored, limit, free: getFree() }, importFiles) === undefined)
          stored += size
      }
      expect(describeFullSpace({ stored, own: 0, limit, free: getFree() }, importFiles)).toBeUndefined()
      expect(stored).toBeLessThan(limit - part)
      if (disk !== undefined) expect(stored).toBeLessThan(disk - stored)
    }),
  )
})

test('files never take more than their limit, nor more than is free, and there is room below both', () => {
  const bytes = fc.nat({ max: 1e12 })
  fc.assert(
    fc.property(bytes, bytes, fc.option(bytes, { nil: undefined }), (stored, limit, free) => {
      const isFull = describeFullSpace({ stored, own: 0, limit, free }, importFiles) !== undefined
      expect(isFull).toBe(stored >= limit || (free !== undefined && stored >= free))
    }),
  )
})
