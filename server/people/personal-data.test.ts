import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertIncident, insertOwed } from '#server/reviews/testing.ts'
import { exportPersonalData } from './person-rows.ts'

const database = provideTestDatabase()
const ctx = () => testContext(database.db, testPerson('admin'))
const email = 'tomas.lind@x.example'

async function exportRecords(email: string): Promise<{ table: string; record: Record<string, unknown> }[]> {
  const lines: string[] = []
  for await (const line of exportPersonalData(ctx(), email)) lines.push(line)
  return lines.map((line) => JSON.parse(line))
}

beforeAll(async () => {
  await createAccount(ctx(), {
    email,
    name: 'Tomas Lindqvist',
    role: 'reviewer',
    password: 'correct horse battery staple',
  })
  for (let number = 0; number < 1_100; number += 1) {
    await insertChange(database.db, `CHG-${number}`, { assignedTo: number % 2 ? email : 'other@x.example' })
  }
  await insertChange(database.db, 'CHG-TEXT', { title: 'As TOMAS.LIND@x.example asked' })
  await insertOwed(database.db, 'CHG-REVIEW', { reviewerName: 'Tomas Lindqvist' })
  await insertIncident(database.db, 'INC-1', 'CHG-TEXT')
})

test('finds each row with the address, the name or the account, in any case and each once', async () => {
  const records = await exportRecords('Tomas.Lind@X.example')
  const numbers = records.flatMap(({ table, record }) => (table === 'changes' ? [record.number] : []))
  expect(numbers).toHaveLength(551)
  expect(new Set(numbers).size).toBe(551)
  expect(numbers).toContain('CHG-TEXT')
  expect(records).toContainEqual({
    table: 'reviews',
    record: expect.objectContaining({ reviewer_name: 'Tomas Lindqvist' }),
  })
  expect(records).toContainEqual({ table: 'accounts', record: expect.objectContaining({ email }) })
  expect(records.map(({ table }) => table)).toContain('audit_events')
  expect(records.map(({ table }) => table)).not.toContain('incidents')
})

test('holds no secret', async () => {
  const text = JSON.stringify(await exportRecords(email))
  expect(text).not.toMatch(/hash|secret|salt|sealed/)
})

test('holds no row of somebody whose address or name only contains theirs', async () => {
  await insertChange(database.db, 'CHG-OTHER', { assignedTo: 'atomas.lind@x.example', title: 'For Tomas Lindqvister' })
  expect((await exportRecords(email)).map(({ record }) => record.number)).not.toContain('CHG-OTHER')
  expect((await exportRecords('lind@x.example')).length).toBe(0)
})

test('finds nothing about a stranger, also with signs that a search reads otherwise', async () => {
  for (const email of ['nobody@x.example', '%@x.example', "o'neil@x.example"])
    expect(await exportRecords(email)).toEqual([])
})
