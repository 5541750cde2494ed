import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { describeForLog } from './log.ts'

const database = provideTestDatabase()

test('describes a failed query and its cause without parameters', async () => {
  const secret = 'hindsight_itsm_what-nobody-may-read'
  const failed: unknown = await database.db.execute(sql`select ${secret} from nowhere`).catch((error) => error)
  if (!(failed instanceof Error)) throw new Error('The query did not fail.')
  // Fails if the library moves or omits the parameters.
  expect(failed.message).toContain(secret)
  const described = JSON.stringify(describeForLog(failed))
  expect(described).not.toContain(secret)
  expect(described).toContain('Failed query: select $1 from nowhere')
  expect(described).toContain('relation')
  expect(described).toContain('log.test.ts')
})
