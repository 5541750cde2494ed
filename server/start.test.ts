import { expect, test } from 'vitest'
import { provideTestDatabase } from './platform/db/testing.ts'
import { readEnv } from './platform/env.ts'
import { serviceProcesses } from './schema/settings.ts'
import { startRuntime } from './start.ts'

const database = provideTestDatabase()

test('a start that fails leaves no process listed, for which a restore would wait', async () => {
  await database.pool.query('alter table policy_rules rename to moved_rules')
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    HINDSIGHT_SECRET: 'a secret of the tests that signs nothing else',
  })
  await expect(startRuntime(env)).rejects.toThrow('policy_rules')
  expect(await database.db.select().from(serviceProcesses)).toEqual([])
})
