import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isMigrated, migrateDatabase } from '#server/platform/db/migrate/migrate.ts'
import { addMigrations } from '#server/platform/db/migrate/testing-migrations.ts'
import { createTestDatabase, provideDatabaseForEachTest, type TestDatabase } from '#server/platform/db/testing.ts'
import { verifyBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const created = new Date('2026-03-01T10:00:00.000Z')

const source = provideDatabaseForEachTest({ pipeline: false })
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hindsight-backup-'))
  file = join(folder, 'all.backup')
  return () => rmSync(folder, { recursive: true })
})

async function makeTarget(isMigratedFirst = true): Promise<TestDatabase> {
  const target = await createTestDatabase({ isMigrated: isMigratedFirst, pipeline: false })
  onTestFinished(() => target.drop())
  return target
}

const odd = 'tab\there, line\nbreak, \\N and \\., quote " \' $1, ünï ☃ 𝄞, \u0001'

async function insertUsers({ pool }: TestDatabase, count: number, text = odd): Promise<void> {
  await pool.query(
    `insert into users (id, name, name_key, email, bio, location, avatar_url, origin, created_at)
     select 'u' || n, $2, 'key', n || '@example.org', $2, '', nullif(n % 2, 0), 'entry', '2026-01-01T00:00:00.123Z'
     from generate_series(1, $1::int) n`,
    [count, text],
  )
}

async function insertArticles({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    `insert into articles (id, content, tags, technologies, created, origin, created_at, updated_at)
     values ('a1', $1, $2, '{}', '2026-02-28', 'entry', now(), now()), ('a2', '', '{}', '{}', '0001-01-01', 'x', now(), now())`,
    [odd, [odd, 'a,b', '{"c"}', '', 'NULL']],
  )
}

const countUsers = async ({ pool }: TestDatabase): Promise<number> =>
  (await pool.query('select count(*)::int as count from users')).rows[0].count

const digests = async (name: string) => (await verifyBackup(name)).tables

describe('a backup', () => {
  test('restores elsewhere with equal checksums, whatever the values', async () => {
    await insertUsers(source, 2_500)
    await insertArticles(source)
    const made = await writeBackup(source.pool, file, { created })
    expect(made).toMatchObject({ rows: 2_502, bytes: statSync(file).size })
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const target = await makeTarget()
    const restored = await restoreBackup(target.pool, file)
    expect(restored).toEqual({ created: created.toISOString(), tables: made.tables, rows: 2_502 })
    const again = join(folder, 'again.backup')
    await writeBackup(target.pool, again, { created })
    expect(await digests(again)).toEqual(await digests(file))
    const { rows } = await target.pool.query("select content, tags from articles where search @@ to_tsquery('break')")
    expect(rows).toEqual([{ content: odd, tags: [odd, 'a,b', '{"c"}', '', 'NULL'] }])
  })

  test('is a snapshot: later writes are not in it', async () => {
    await insertArticles(source)
    let isWritten: Promise<void> | undefined
    await writeBackup(source.pool, file, {
      created,
      onProgress: () => {
        isWritten ??= insertUsers(source, 10)
      },
    })
    await isWritten
    expect(await countUsers(source)).toBe(10)
    expect(await digests(file)).toContainEqual(expect.objectContaining({ name: 'users', rows: 0 }))
  })

  test('overwrites a file only with permission and leaves no unfinished file', async () => {
    writeFileSync(file, 'precious')
    await expect(writeBackup(source.pool, file, { created })).rejects.toThrow(`${file} already exists`)
    expect(readFileSync(file, 'utf8')).toBe('precious')
    await writeBackup(source.pool, file, { created, mayReplace: true })
    const nowhere = join(folder, 'missing', 'all.backup')
    await expect(writeBackup(source.pool, nowhere, { created })).rejects.toThrow(
      `The backup cannot be written: ENOENT: no such file or directory, open '${nowhere}`,
    )
    expect(readdirSync(folder)).toEqual(['all.backup'])
  })

  test('is rejected for a database that was never migrated', async () => {
    const target = await makeTarget(false)
    await expect(writeBackup(target.pool, file, { created })).rejects.toThrow('contains no data of Hindsight')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a truncated, changed or other file', () => {
  /** Tries to restore these bytes over a database with one user, and returns the error. */
  async function restoreError(target: TestDatabase, bytes: Buffer): Promise<string> {
    writeFileSync(file, bytes)
    const error = await restoreBackup(target.pool, file, { mayReplace: true }).then(
      () => 'restored',
      (error) => error.message,
    )
    expect(await countUsers(target)).toBe(1)
    return error
  }

  test('is rejected wherever it is truncated, and nothing is changed', async () => {
    await insertUsers(source, 300)
    await writeBackup(source.pool, file, { created })
    const complete = readFileSync(file)
    const target = await makeTarget()
    await insertUsers(target, 1)
    for (let part = 0; part < 40; part++) {
      const error = await restoreError(target, complete.subarray(0, Math.floor((complete.length * part) / 40)))
      expect(error).toMatch(/is truncated|is damaged|is not a backup/)
    }
    expect(await restoreError(target, complete.subarray(0, -1))).toMatch('is truncated')
    const unpacked = gunzipSync(complete)
    for (let part = 1; part < 40; part++) {
      const bytes = gzipSync(unpacked.subarray(0, Math.floor((unpacked.length * part) / 40)))
      expect(await restoreError(target, bytes)).toMatch(part === 1 ? /./ : /is truncated|is damaged/)
    }
  })

  test('is rejected wherever a byte is changed, and nothing is changed', async () => {
    await insertUsers(source, 300, 'plain text')
    await writeBackup(source.pool, file, { created })
    const complete = readFileSync(file)
    const unpacked = gunzipSync(complete)
    const target = await makeTarget()
    await insertUsers(target, 1)
    // A changed byte of the header may name a later format, which is rejected as well.
    const rejected = /is truncated|is damaged|is not a backup|has a format that this program does not support/
    for (let part = 0; part < 40; part++) {
      // Time and system in the gzip header, bytes 4 to 9, are not checked.
      const changed = Buffer.from(complete)
      const at = 10 + Math.floor(((complete.length - 10) * part) / 40)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(await restoreError(target, changed)).toMatch(rejected)
      const repacked = Buffer.from(unpacked)
      const inside = Math.floor((unpacked.length * part) / 40)
      repacked.writeUInt8(repacked.readUInt8(inside) ^ 1, inside)
      expect(await restoreError(target, gzipSync(repacked))).toMatch(rejected)
    }
    expect(await restoreError(target, gzipSync(Buffer.concat([unpacked, Buffer.from('{}\n')])))).toMatch('is damaged')
    expect(await restoreError(target, Buffer.from('hello'))).toMatch('is not a backup')
    expect(await restoreError(target, gzipSync('{"kind":"hindsight-backup","format":2}\n'))).toMatch('has a format')
    expect(await restoreError(target, complete.subarray(0, 0))).toMatch('is not a backup')
  })
})

describe('restoring', () => {
  test('needs permission to delete rows, and names their tables', async () => {
    await insertUsers(source, 5)
    await writeBackup(source.pool, file, { created })
    const target = await makeTarget()
    await insertUsers(target, 1)
    await insertArticles(target)
    await expect(restoreBackup(target.pool, file)).rejects.toThrow('The database is not empty (articles, users)')
    expect(await countUsers(target)).toBe(1)
    await restoreBackup(target.pool, file, { mayReplace: true })
    expect(await countUsers(target)).toBe(5)
    expect((await target.pool.query('select 1 from articles')).rowCount).toBe(0)
  })

  test('creates the tables in an empty database', async () => {
    await insertUsers(source, 5)
    await writeBackup(source.pool, file, { created })
    const target = await makeTarget(false)
    await restoreBackup(target.pool, file)
    expect(await countUsers(target)).toBe(5)
    expect(await isMigrated(target.db)).toBe(true)
  })

  test('migrates an older backup to the version of the program, also over newer tables', async () => {
    await insertUsers(source, 5)
    await writeBackup(source.pool, file, { created })
    const later = addMigrations("alter table users add nickname text; update users set nickname = 'u' || id")
    const target = await makeTarget()
    await migrateDatabase(target.pool, { folder: later })
    await restoreBackup(target.pool, file, { folder: later })
    const { rows } = await target.pool.query('select nickname from users order by id')
    expect(rows.map(({ nickname }) => nickname)).toEqual(['uu1', 'uu2', 'uu3', 'uu4', 'uu5'])
    expect(await migrateDatabase(target.pool, { folder: later })).toEqual([])
  })

  test('rejects a backup of a newer program', async () => {
    await migrateDatabase(source.pool, { folder: addMigrations('create table later (id int primary key)') })
    await writeBackup(source.pool, file, { created })
    const target = await makeTarget()
    await expect(restoreBackup(target.pool, file)).rejects.toThrow('is from a newer Hindsight')
    expect(await isMigrated(target.db)).toBe(true)
  })

  test('restores circular references, computed columns, identity keys and odd names', async () => {
    const extended = addMigrations(`
      create table "Odd ""name" (id int generated always as identity primary key, other int,
        double int generated always as (id * 2) stored, "Col umn" text);
      create table circle (id bigserial primary key, odd int references "Odd ""name", self bigint references circle);
      alter table "Odd ""name" add foreign key (other) references circle (id);
      insert into "Odd ""name" ("Col umn") values ('made by the migration');`)
    await migrateDatabase(source.pool, { folder: extended })
    await source.pool.query(`
      insert into circle (odd) values (1), (null), (null);
      update circle set self = 4 - id;
      insert into "Odd ""name" (other, "Col umn") values (2, 'x'), (3, null)`)
    await writeBackup(source.pool, file, { created })

    const target = await makeTarget()
    await restoreBackup(target.pool, file, { folder: extended })
    const again = join(folder, 'again.backup')
    await writeBackup(target.pool, again, { created })
    expect(await digests(again)).toEqual(await digests(file))
    const added = await target.pool.query(`insert into "Odd ""name" (other) values (1) returning id, double`)
    expect(added.rows).toEqual([{ id: 4, double: 8 }])
    expect((await target.pool.query('insert into circle default values returning id')).rows).toEqual([{ id: '4' }])
    await expect(target.pool.query('insert into circle (odd) values (99)')).rejects.toMatchObject({ code: '23503' })
  })

  test('reports when the database is in use', async () => {
    await writeBackup(source.pool, file, { created })
    const target = await makeTarget()
    const other = await target.pool.connect()
    await other.query('begin; lock table users')
    await expect(restoreBackup(target.pool, file, { lockTimeoutMs: 50 })).rejects.toThrow('is in use')
    await other.query('rollback')
    other.release()
    await restoreBackup(target.pool, file, { lockTimeoutMs: 50 })
  })
})
