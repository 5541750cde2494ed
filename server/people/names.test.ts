import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { users } from '#server/schema/directory.ts'
import { findPeopleNames } from './names.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  const rest = { bio: '', location: '', origin: 'entry', createdAt: '2026-03-01T00:00:00.000Z' }
  await database.db.insert(users).values([
    { id: 'usr_1', name: 'Ada of the directory', nameKey: 'ada', email: 'ada@hindsight.example', ...rest },
    { id: 'usr_2', name: 'Tomas Lind', nameKey: 'tomas lind', email: 'Tomas.Lind@hindsight.example', ...rest },
  ])
  const account = { email: 'ada@hindsight.example', name: 'Ada', role: 'viewer', password: 'correct horse' } as const
  await createAccount(testContext(database.db), account)
})

test('prefers the name of the account, and ignores the case of an address', async () => {
  const emails = ['ADA@hindsight.example', 'tomas.lind@hindsight.example', 'nobody@hindsight.example', null]
  const names = await findPeopleNames(database.db, emails)
  expect(emails.map((email) => names.of(email))).toEqual(['Ada', 'Tomas Lind', null, null])
})
