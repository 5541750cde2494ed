import { expect, test } from 'vitest'
import { findNumber } from '#server/platform/db/record-number.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { migrateDatabase } from './migrate.ts'
import { migrationsBefore } from './testing-migrations.ts'

const database = provideTestDatabase({ isMigrated: false })

const insert = (number: string) =>
  database.pool.query(
    `insert into changes (number, title, state, type, affected_services, origin, created_at, updated_at)
     values ($1, 'T', 'new', 'normal', '{}', 'entry', now(), now())`,
    [number],
  )

test('records that share a number in several spellings stay, and no further one comes', async () => {
  await migrateDatabase(database.pool, { folder: migrationsBefore('0048_one_spelling_for_a_number') })
  for (const number of ['CHG1', 'chg1', 'Change CHG1', 'CHG2']) await insert(number)
  await migrateDatabase(database.pool)
  for (const number of ['CHG1', 'chg1', 'Change CHG1']) {
    expect(await findNumber(database.db, changes.number, number)).toBe(number)
  }
  for (const number of ['Chg1', 'chg2']) await expect(insert(number)).rejects.toMatchObject({ code: '23505' })
})
