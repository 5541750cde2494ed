import fc from 'fast-check'
import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { type ResolvedPerson, resolvePeople } from './resolve-people.ts'

const database = provideTestDatabase()

const word = fc.constantFrom(
  ...['Ada', 'ADA', 'Adá', 'Asa', 'Åsa', 'A', 'de', 'Moreau', 'moreau', 'O’Brien', "O'Brien", 'Brien', 'Groß', 'GROSS'],
  ...[
    'Ødegård',
    'ødegard',
    'ΣΟΦΟΣ',
    'σοφός',
    'Иван',
    'иван',
    '葛城',
    '葛\u{e0100}城',
    'ﬁ',
    'fi',
    '①',
    '1',
    'م',
    'م\u064e',
  ],
)
const gap = fc.constantFrom(' ', '  ', ', ', '-', ' – ', '.', '\u00a0', '/', ' (', ') ', '_', '+', '\u200b', '©')
const name = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().slice(0, -1).join(''))
const login = fc.constantFrom(
  'amoreau',
  'AMoreau',
  'a moreau',
  'a  moreau',
  'Ödegård',
  'o\u0308degård',
  '---',
  'EXT',
  ' ',
)
const identity = fc.record({ name, userName: fc.option(login), employeeNumber: fc.option(login) })
const person = fc.record({ account: fc.option(identity), entry: fc.option(identity), former: fc.option(identity) })
const email = fc.nat(11).map((index) => `p${index}@x.example`)
const text = fc.oneof(
  name,
  login,
  email,
  fc.tuple(name, email).map(([some, address]) => `${some} <${address}>`),
)

const sort = (one: ResolvedPerson | undefined) =>
  Object.values(one ?? {}).map((value) => (Array.isArray(value) ? value.toSorted() : value))

test('a text means the same people, with the same twins, whether all accounts are compared or those found', async () => {
  const { db } = database
  const at = '2026-03-10T12:00:00.000Z'
  const insert = async (
    index: number,
    { account, entry, former }: typeof person extends fc.Arbitrary<infer One> ? One : never,
  ) => {
    const stamps = { email: `p${index}@x.example`, origin: 'entry', createdAt: at, updatedAt: at }
    if (account) await db.insert(accounts).values({ id: `a${index}`, role: 'viewer', ...stamps, ...account })
    if (entry)
      await db.insert(users).values({ id: `u${index}`, nameKey: '', bio: '', location: '', ...stamps, ...entry })
    if (!former) return
    const { name, userName, employeeNumber } = former
    const was = Object.entries({ name, user_name: userName, employee_number: employeeNumber })
    const changes = Object.fromEntries(was.map(([field, from]) => [field, { from, to: null }]))
    for (const entityType of ['account', 'user']) {
      const entry = {
        at,
        actorKind: 'account',
        actorId: 'a',
        actorName: 'Ada',
        action: 'update',
        changes,
        requestId: '',
      } as const
      const entityId = `${entityType.charAt(0)}${index}`
      await db.insert(auditEvents).values({ id: `e_${entityId}`, entityType, entityId, ...entry })
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 2, maxLength: 12 }),
      fc.array(text, { maxLength: 6 }),
      async (people, texts) => {
        for (const table of [accounts, users, auditEvents]) await db.delete(table)
        for (const [index, one] of people.entries()) await insert(index, one)
        const all = await resolvePeople(db, [...texts, ...people.map((_, index) => `p${index}@x.example`)])
        for (const one of texts) expect(sort((await resolvePeople(db, [one])).get(one))).toEqual(sort(all.get(one)))
      },
    ),
  )
})
