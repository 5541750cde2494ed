import { expect, test } from 'vitest'
import { listApiTokens as tokensContract } from '#lib/contracts/app/api-tokens.ts'
import { ImportRecord } from '#lib/contracts/import-records.ts'
import { getImport, listImports } from '#server/import/jobs/queries.ts'
import { listRefusedRows } from '#server/import/jobs/refused-rows.ts'
import { listApiTokens } from '#server/platform/auth/token-queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { seedDemoData } from './seed.ts'

const now = new Date('2026-11-20T14:03:07.123Z')
const database = provideTestDatabase()

test('the demo has imports, one of them undone and one with refused rows, and tokens in each state', async () => {
  await seedDemoData(database.db, now)
  const ctx = testContext(database.db, undefined, now)
  const { rows } = await listImports(ctx, { page: 1, limit: 20 })
  const records = await Promise.all(rows.map(({ id }) => getImport(ctx, id)))
  for (const record of records) expect(ImportRecord.parse(record)).toEqual(record)
  expect(rows.map(({ kind, refused, undone_by }) => [kind, refused, undone_by])).toEqual([
    ['incidents', 2, null],
    ['changes', 0, 'Paolo Ferrand'],
    ['users', 0, null],
  ])
  const refused = await listRefusedRows(ctx, rows[0]?.id ?? '', { page: 1, limit: 10 })
  expect(refused).toMatchObject({ result: [{ cells: { Number: 'INC0019877' } }, { cells: { Number: '' } }] })

  const { counts } = await listApiTokens(ctx, tokensContract.query.parse({}))
  expect(counts).toEqual({ active: 3, expired: 1, revoked: 1 })
})
