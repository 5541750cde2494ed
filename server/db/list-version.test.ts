import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArticle, updateArticle } from '#server/articles/commands.ts'
import { updateChange } from '#server/changes/commands.ts'
import { seedDemoData } from '#server/demo/seed.ts'
import { importContent } from '#server/import/testing-import.ts'
import { deleteImprovement, updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { startReview } from '#server/reviews/start-review.ts'
import { testContext, testNow, testPerson, testToken } from '#server/testing-context.ts'
import { createDatabase, type Database } from './client.ts'
import { countNewLists, recountLists } from './count-lists.ts'
import { foldListWrites, listVersionSql, parseListVersion, readListsTag, recordListWrite } from './list-version.ts'
import { type ListName, listNames } from './schema/lists.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
/** Another process: it shares nothing but the database. */
let other: ReturnType<typeof createDatabase>
beforeAll(async () => {
  database = await createTestDatabase()
  other = createDatabase(database.url, { poolSize: 5 })
  other.pool.on('error', () => {})
  await countNewLists(database.db)
  await demandListWrites(database.pool)
})
afterAll(async () => {
  await other.pool.end()
  await database.drop()
})

/** From now on the database itself refuses a transaction that writes a list and does not say so. */
async function demandListWrites(pool: Pool): Promise<void> {
  await pool.query(`
    create function demand_list_write() returns trigger language plpgsql as $$ begin
      if not exists (select from list_writes where list = tg_table_name and xmin = pg_current_xact_id()::xid)
        and not exists (select from list_totals where list = tg_table_name and xmin = pg_current_xact_id()::xid) then
        raise exception 'a write to % was not told: %', tg_table_name, current_query();
      end if;
      return null;
    end $$`)
  for (const list of listNames) {
    await pool.query(`create constraint trigger told after insert or update or delete on ${list}
      deferrable initially deferred for each row execute function demand_list_write()`)
  }
}

const versionOf = async (db: Database, list: ListName) => {
  const { rows } = await db.execute<{ tag: string }>(sql`select ${listVersionSql(list)} as tag`)
  return parseListVersion(rows[0]?.tag)
}

/** What the lists say, and what they hold, in one snapshot each. */
async function compareTotals(db: Database) {
  for (const list of listNames) {
    const { rows } = await db.execute<{ tag: string; total: number }>(
      sql`select ${listVersionSql(list)} as tag, (select count(*)::int from ${sql.identifier(list)}) as total`,
    )
    expect({ list, total: parseListVersion(rows[0]?.tag)?.total }).toEqual({ list, total: rows[0]?.total })
  }
}

const improvement = (title: string) => ({
  title,
  source_type: 'pir',
  source_ref: 'PIR-2026-0001',
  owner: 'ines@hindsight.example',
  target_date: '2026-05-29',
})

test('the demo, imports of new, changed and known rows, and stubs are counted as they are stored', async () => {
  await seedDemoData(database.db, testNow)
  await compareTotals(database.db)
  const users = 'id,name,email\nu1,Ada Lind,ada@hindsight.example\nu2,Bo Lind,bo@hindsight.example\n'
  await importContent(database, 'users', users)
  await importContent(database, 'users', users.replace('Bo', 'Eva'))
  await importContent(database, 'users', users.replace('Bo', 'Eva'))
  const incidents = 'number,short_description,priority,state,opened_at,related_change\n'
  await importContent(
    database,
    'incidents',
    `${incidents}INC-1,Slow,2 - High,closed,2026-03-01T10:00:00Z,CHG-UNKNOWN\n`,
  )
  await compareTotals(other.db)
})

test('each write gives another tag, a read or a write undone gives none', async () => {
  const ctx = testContext(database.db)
  const seen = [await readListsTag(database.db, ['improvements', 'users'])]
  const note = async () => seen.push(await readListsTag(other.db, ['improvements', 'users']))
  const created = await createImprovement(ctx, improvement('One'))
  await note()
  await updateImprovement(ctx, created.id, { title: 'Other' })
  await note()
  await deleteImprovement(ctx, created.id)
  await note()
  expect(new Set(seen).size).toBe(4)
  await foldListWrites(other.db, 'improvements')
  await deleteImprovement(ctx, created.id).catch(() => {})
  await createArticle(ctx, { content: '# Elsewhere' })
  expect(await readListsTag(database.db, ['improvements', 'users'])).toBe(seen.at(-1))
})

test('a list that is not counted has no version', async () => {
  const fresh = await createTestDatabase()
  expect(await versionOf(fresh.db, 'users')).toBeNull()
  expect(await readListsTag(fresh.db, ['users', 'products'])).toBeNull()
  await recordListWrite(fresh.db, 'users', { inserted: 5 })
  await countNewLists(fresh.db)
  expect(await versionOf(fresh.db, 'users')).toMatchObject({ total: 0 })
  await fresh.drop()
})

test('two processes write at random while both add up and count anew: totals stay exact, a tag tells one content', async () => {
  const contents = new Map<string, string>()
  let isOver = false
  const read = async (db: Database) => {
    while (!isOver) {
      const { rows } = await db.execute<{ tag: string; total: number; content: string }>(sql`
        select ${listVersionSql('improvements')} as tag, count(*)::int as total,
          md5(string_agg(id || version, ' ' order by id)) as content from improvements`)
      const { tag = '', total, content = '' } = rows[0] ?? {}
      expect(parseListVersion(tag)?.total).toBe(total)
      expect(contents.get(tag) ?? content).toBe(content)
      contents.set(tag, content)
    }
  }
  const write = async (db: Database, seed: number) => {
    const ctx = testContext(db)
    const own: string[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      const [id] = own
      const choice = (turn * 7 + seed * 3) % 5
      if (choice === 0 && id) await deleteImprovement(ctx, own.shift() ?? '')
      else if (choice === 1 && id) await updateImprovement(ctx, id, { title: `Turn ${turn}` })
      else if (choice === 2) await foldListWrites(db, 'improvements')
      else own.push((await createImprovement(ctx, improvement(`Of ${seed}`))).id)
    }
  }
  const readers = [read(database.db), read(other.db)]
  const written = Promise.all([
    write(database.db, 1),
    write(other.db, 2),
    write(database.db, 3),
    write(other.db, 4),
    recountLists(other.db),
  ]).finally(() => {
    isOver = true
  })
  await Promise.all([written, ...readers])
  expect(contents.size).toBeGreaterThan(10)
  expect(await recountLists(database.db)).toEqual([])
  await compareTotals(other.db)
})

test('changes, articles and reviews tell their writes, and repeated or refused ones tell none', async () => {
  const ctx = testContext(other.db, testPerson('reviewer'))
  const { rows } = await other.db.execute<{ number: string }>(sql`
    select number from changes where state = 'review' and number not in (select change_number from reviews) limit 1`)
  const number = rows[0]?.number ?? ''
  const before = await readListsTag(database.db, ['changes', 'reviews', 'articles'])
  await updateChange({ ...ctx, actor: testToken }, number, {})
  expect(await readListsTag(database.db, ['changes', 'reviews', 'articles'])).toBe(before)
  const tags = [await readListsTag(database.db, ['changes'])]
  await updateChange({ ...ctx, actor: testToken }, number, { pir_outcome: 'successful' })
  tags.push(await readListsTag(database.db, ['changes']))
  expect(tags[0]).not.toBe(tags[1])
  await startReview(ctx, number)
  const article = await createArticle(ctx, { content: '# One' })
  await updateArticle(ctx, article.id, { content: '# Two' })
  await compareTotals(database.db)
})

test('a write that does not say so is found, and puts an end to what was kept', async () => {
  const fresh = await createTestDatabase()
  await countNewLists(fresh.db)
  const before = await versionOf(fresh.db, 'products')
  await fresh.pool.query(`insert into products values ('p1', 'Name', 'Text', 9.99, 'Category', 'entry')`)
  expect(await versionOf(fresh.db, 'products')).toEqual(before)
  expect(await recountLists(fresh.db)).toEqual(['products'])
  expect(await versionOf(fresh.db, 'products')).toMatchObject({
    total: 1,
    epoch: expect.not.stringMatching(before?.epoch ?? ''),
  })
  await fresh.drop()
})
