import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listChanges } from '#server/changes/list-changes.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { buildDatabaseUrl, dropDatabase, executeOn } from '#server/platform/db/databases.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { migrateDatabase } from './migrate.ts'

test('sorts titles in the same order on every server, whatever the locale of its database', async () => {
  const { serverUrl } = inject('testDatabase')
  const name = `hindsight_test_${randomBytes(6).toString('hex')}`
  await executeOn(
    serverUrl,
    `create database ${name} template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR'`,
  )
  onTestFinished(() => dropDatabase(serverUrl, name))
  const { db, pool } = createDatabase(buildDatabaseUrl(serverUrl, name), { poolSize: 2 })
  onTestFinished(() => pool.end())
  await migrateDatabase(pool)
  const titles = ['B', 'Z', 'a', 'i', 'ä', 'ı']
  for (const title of titles.toReversed()) {
    await insertChange(db, `CHG-${title}`)
    await pool.query('update changes set title = $1 where number = $2', [title, `CHG-${title}`])
  }
  const page = await listChanges(testContext(db), { sort: 'title', page: 1, limit: 10 })
  expect(page.rows.map(({ title }) => title)).toEqual(titles)
})
