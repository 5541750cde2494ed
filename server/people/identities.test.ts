import { expect, test, vi } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { insertPeople } from '#server/reviews/testing.ts'
import { findOtherTexts } from './identities.ts'

const database = provideTestDatabase()

test('the other addresses of a person are found with as many queries among many texts as among one', async () => {
  const emails = Array.from({ length: 20 }, (_, index) => `p${index}@corp.example`)
  await insertPeople(database.db, Object.fromEntries(emails.map((email, index) => [email, `Vera Lind ${index % 2}`])))
  const queriesFor = async (texts: readonly string[]) => {
    const asked = vi.spyOn(database.pool, 'query')
    const findOthers = await findOtherTexts(database.db, texts)
    const total = asked.mock.calls.length
    asked.mockRestore()
    return { total, others: findOthers({ email: 'vera@corp.example', name: '1 Vera Lind' }) }
  }
  const one = await queriesFor(emails.slice(1, 2))
  const many = await queriesFor(emails)
  expect(one.others).toEqual(['p1@corp.example'])
  expect(many.others).toHaveLength(10)
  expect(many.total).toBe(one.total)
})
