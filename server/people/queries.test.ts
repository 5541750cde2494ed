import { beforeAll, expect, test } from 'vitest'
import { foldForSorting } from '#lib/text/fold-for-sorting.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { users } from '#server/schema/directory.ts'
import { listUsers } from './queries.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  const people = [
    ['usr_1', 'Zoë Müller', 'zm@hindsight.example'],
    ['usr_2', 'Ada Byron', 'ada.byron@hindsight.example'],
    ['usr_3', 'Tom 100%', 'tom_1@hindsight.example'],
  ] as const
  await database.db.insert(users).values(
    people.map(([id, name, email]) => ({
      id,
      name,
      email,
      nameKey: foldForSorting(name),
      bio: '',
      location: '',
      origin: 'test',
      createdAt: '2026-03-01T00:00:00.000Z',
    })),
  )
})

test.each([
  ['part of a name', 'byr', ['usr_2']],
  ['a name without its accents', 'zoe mu', ['usr_1']],
  ['a name with its accents', 'MÜLLER', ['usr_1']],
  ['part of an address', 'HINDSIGHT', ['usr_1', 'usr_2', 'usr_3']],
  ['a percent sign', '%', ['usr_3']],
  ['an underscore', 'm_1', ['usr_3']],
  ['nobody', 'grace', []],
])('searches the users for %s', async (_, search, ids) => {
  const { rows, total } = await listUsers(testContext(database.db), { page: 1, limit: 50, search })
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(total).toBe(ids.length)
})
