import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { describeError } from './log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('keeps of a failed query what was asked and why it failed, not the parameters', async () => {
  const secret = 'hindsight_itsm_what-nobody-may-read'
  const failed: unknown = await database.db.execute(sql`select ${secret} from nowhere`).catch((error) => error)
  if (!(failed instanceof Error)) throw new Error('The query did not fail.')
  // So that this notices when the library tells no parameters any more, or tells them elsewhere.
  expect(failed.message).toContain(secret)
  const kept = JSON.stringify(describeError(failed))
  expect(kept).not.toContain(secret)
  expect(kept).toContain('Failed query: select $1 from nowhere')
  expect(kept).toContain('relation')
  expect(kept).toContain('log.test.ts')
})
