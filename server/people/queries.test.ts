import { beforeAll, expect, test, vi } from 'vitest'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertPeople } from '#server/reviews/testing.ts'
import { findPeopleNames } from './names.ts'
import { listUsers } from './queries.ts'
import { resolvePeople } from './resolve-people.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await insertPeople(database.db, {
    'zm@hindsight.example': 'Zoë Müller',
    'ada.byron@hindsight.example': 'Ada Byron',
    'Tom_1@hindsight.example': 'Tom 100%',
  })
})

test.each([
  ['part of a name', 'byr', ['Ada Byron']],
  ['a name without its accents', 'zoe mu', ['Zoë Müller']],
  ['a name with its accents', 'MÜLLER', ['Zoë Müller']],
  ['part of an address', 'HINDSIGHT', ['Tom 100%', 'Ada Byron', 'Zoë Müller']],
  ['a percent sign', '%', ['Tom 100%']],
  ['an underscore', 'm_1', ['Tom 100%']],
  ['nobody', 'grace', []],
])('searches the users for %s', async (_, search, names) => {
  const { rows, total } = await listUsers(testContext(database.db), { page: 1, limit: 50, search })
  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(total).toBe(names.length)
})

test('prefers the name of the account, and ignores the case of an address', async () => {
  const account = {
    email: 'ada.byron@hindsight.example',
    name: 'Ada',
    role: 'viewer',
    password: 'correct horse',
  } as const
  await createAccount(testContext(database.db), account)
  const emails = ['ADA.Byron@hindsight.example', 'tom_1@hindsight.example', 'nobody@hindsight.example', null]
  const names = await findPeopleNames(database.db, emails)
  expect(emails.map((email) => names.of(email))).toEqual(['Ada', 'Tom 100%', null, null])
})

test('people are resolved with as many queries among many texts as among one', async () => {
  const emails = Array.from({ length: 20 }, (_, index) => `p${index}@corp.example`)
  await insertPeople(database.db, Object.fromEntries(emails.map((email, index) => [email, `Vera Lind ${index % 2}`])))
  const queriesFor = async (texts: readonly string[]) => {
    const asked = vi.spyOn(database.pool, 'query')
    const people = await resolvePeople(database.db, texts)
    expect(texts.map((text) => people.get(text)?.email)).toEqual(texts)
    const total = asked.mock.calls.length
    asked.mockRestore()
    return total
  }
  expect(await queriesFor(emails)).toBe(await queriesFor(emails.slice(1, 2)))
})
