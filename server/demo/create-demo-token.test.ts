import { expect, test } from 'vitest'
import { findTokenByHash, hashToken } from '#server/platform/auth/token-queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { serviceProcesses } from '#server/schema/settings.ts'
import { createDemoToken } from './create-demo-token.ts'

const database = provideTestDatabase()
const now = new Date()
const isKnown = async (secret: string) => (await findTokenByHash(database.db, hashToken(secret))) !== null

test('a quickstart keeps the token that another one has printed and still serves, and deletes those of ended ones', async () => {
  const ended = await createDemoToken(database.db, now)
  const first = await createDemoToken(database.db, now)
  expect([await isKnown(ended), await isKnown(first)]).toEqual([false, true])
  // Another process, as on another port or machine.
  const times = { startedAt: now.toISOString(), seenAt: now.toISOString() }
  await database.db
    .insert(serviceProcesses)
    .values({ id: 'proc_first', host: 'elsewhere', pid: 7, version: '1', areJobsOn: true, ...times })
  const second = await createDemoToken(database.db, now)
  expect([await isKnown(first), await isKnown(second)]).toEqual([true, true])
})
