import { drizzle } from 'drizzle-orm/node-postgres'
import fc from 'fast-check'
import { from as copyFrom } from 'pg-copy-streams'
import { expect, test } from 'vitest'
import { allTargets } from '#server/import/targets/all-targets.ts'
import type { StagedValue } from '#server/import/targets/target.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { formatCopyLine, stageRowsInMemory } from './staging.ts'

const database = provideTestDatabase({ pipeline: false })

test('copied rows are read back unchanged', async () => {
  const client = await database.pool.connect()
  await client.query('create temp table copied (n int, a text, b text[], c json, d numeric(14, 2), e boolean)')
  const text = fc.string({
    unit: fc.constantFrom('a', '\\', '\n', '\r', '\t', '"', "'", '{', '}', ',', 'ø', '😀', 'N', '.'),
  })
  const row = fc.tuple(
    fc.option(text),
    fc.option(fc.array(text)),
    fc.option(fc.dictionary(text, fc.oneof(text, fc.integer()))),
    fc.option(fc.integer({ min: 0, max: 10 ** 14 - 1 }).map((cents) => cents / 100)),
    fc.option(fc.boolean()),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      await client.query('truncate copied')
      const copy = client.query(copyFrom('copy copied from stdin'))
      const done = new Promise<void>((resolve, reject) => copy.on('finish', resolve).on('error', reject))
      copy.end(rows.map((values, index) => formatCopyLine([index, ...(values as StagedValue[])])).join(''))
      await done
      const read = await client.query('select a, b, c, d::float8 as d, e from copied order by n')
      expect(read.rows).toEqual(rows.map(([a, b, c, d, e]) => ({ a, b, c: c && { ...c }, d, e })))
    }),
    { numRuns: 50 },
  )
  client.release()
})

test('new numbers are looked up by index in a table that has grown since its statistics', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into incidents (number, short_description, priority, state, opened_at, origin, updated_at)
      select 'INC' || n, '', '', 'new', now(), 'import', now() from generate_series(1, 40_000) n`)
    const target = allTargets.incidents
    const rows = Array.from({ length: 100 }, (_, at) => ({
      ordinal: at + 1,
      line: at + 1,
      cells: [...target.columns, ...target.logColumns].map(({ name }) => (name === 'number' ? `new${at}` : null)),
    }))
    await stageRowsInMemory(drizzle(client), target, rows)
    const { rows: read } = await client.query(
      `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables where relname = 'incidents'`,
    )
    expect(Number(read[0]?.n)).toBeLessThan(1_000_000)
  } finally {
    client.release(true)
  }
})
