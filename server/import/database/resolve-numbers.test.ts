import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { allTargets } from '#server/import/targets/all-targets.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { stageRowsInMemory } from './staging.ts'

const database = provideTestDatabase({ pipeline: false })

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
