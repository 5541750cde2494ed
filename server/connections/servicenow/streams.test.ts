import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { connectionRecords } from '#server/schema/connections.ts'
import { listCandidatesUpTo } from './streams.ts'

const database = provideTestDatabase()

test('the rows from which reading continues are found by an index, in its order', async () => {
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
