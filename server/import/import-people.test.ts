import { expect, test } from 'vitest'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { changes } from '#server/schema/changes.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()

const directory = `sys_id,user_name,employee_number,name,email
u1,fred.luddy,E-1,Fred Luddy,Fred.Luddy@example.org
u2,abel.tuter,E-2,Abel Tuter,abel.tuter@example.org
u3,anna1,E-3,Anna Berg,anna.berg@example.org
u4,anna2,E-4,Anna Berg,anna.berg2@example.org`

const sheet = (...people: readonly (readonly [assigned: string, requested?: string])[]) =>
  [
    'number,title,state,assigned_to,requested_by',
    ...people.map(([assigned, requested = ''], index) => `CHG${index + 1},Title,closed,${assigned},${requested}`),
  ].join('\n')

const people = () =>
  context()
    .db.select({ assigned: changes.assignedTo, requested: changes.requestedBy })
    .from(changes)
    .orderBy(changes.number)
const assigned = async () => (await people()).map((change) => change.assigned)

const hint = 'Their names are stored as written. To resolve them, import users and then this file again.'

test('people are found by e-mail, user name, number or name, ignoring case, and stored by e-mail', async () => {
  await importContent(open(), 'users', directory)
  const rows = sheet(
    ['FRED.LUDDY@Example.org ', 'abel tuter'],
    [' Fred.Luddy', 'E-2'],
    ['e-1', 'ABEL.TUTER'],
    ['fred  luddy', ''],
  )
  const summary = await importContent(open(), 'changes', rows)
  expect(summary.remarks).toEqual([])
  expect(await people()).toEqual([
    { assigned: 'Fred.Luddy@example.org', requested: 'abel.tuter@example.org' },
    { assigned: 'Fred.Luddy@example.org', requested: 'abel.tuter@example.org' },
    { assigned: 'Fred.Luddy@example.org', requested: 'abel.tuter@example.org' },
    { assigned: 'Fred.Luddy@example.org', requested: null },
  ])
  expect(pickCounts(await importContent(open(), 'changes', rows))).toEqual({ ...noCounts, unchanged: 4 })
})

test('a reference of ServiceNow is resolved by its display value', async () => {
  await importContent(open(), 'users', directory)
  const reference = {
    display_value: 'Fred Luddy',
    value: '5137153cc611227c000bbd1bd8cd2005',
    link: 'https://x.example',
  }
  await importContent(open(), 'changes', [{ number: 'CHG1', title: 'T', state: 'closed', assigned_to: reference }])
  expect(await assigned()).toEqual(['Fred.Luddy@example.org'])
})

test('an account and a directory user with the same address are one person, with the address of the account', async () => {
  await importContent(open(), 'users', directory)
  const account = { name: 'Fred Luddy', role: 'viewer', password: 'correct horse battery' } as const
  await createAccount(context(), { ...account, email: 'fred.luddy@example.org' })
  await importContent(open(), 'changes', sheet(['Fred Luddy'], ['fred.luddy']))
  expect(await assigned()).toEqual(['fred.luddy@example.org', 'fred.luddy@example.org'])
})

test('an ambiguous name stays unchanged and is reported', async () => {
  const account = { name: 'Kim Ro', role: 'viewer', password: 'correct horse battery' } as const
  await createAccount(context(), { ...account, email: 'kim.one@example.org' })
  await createAccount(context(), { ...account, email: 'kim.two@example.org' })
  const summary = await importContent(open(), 'changes', sheet(['Kim Ro'], ['KIM RO'], ['kim.two@example.org']))
  expect(await assigned()).toEqual(['Kim Ro', 'KIM RO', 'kim.two@example.org'])
  expect(summary.remarks).toEqual([
    'assigned_to: 2 names fit several people: "Kim Ro" (1 row), "KIM RO" (1 row).',
    hint,
  ])
})

test('unknown people are stored as written, counted, and resolved by a later import of users', async () => {
  const rows = sheet(['Fred Luddy', 'Anna Berg'], ['Fred Luddy', 'who@example.org'], ['Gone Long', 'Anna Berg'])
  const first = await importContent(open(), 'changes', rows)
  expect(first.remarks).toEqual([
    'assigned_to: 2 people are not in the directory: "Fred Luddy" (2 rows), "Gone Long" (1 row).',
    'requested_by: 2 people are not in the directory: "Anna Berg" (2 rows), "who@example.org" (1 row).',
    hint,
  ])
  expect(await assigned()).toEqual(['Fred Luddy', 'Fred Luddy', 'Gone Long'])
  await importContent(open(), 'users', directory)
  const second = await importContent(open(), 'changes', rows)
  expect(pickCounts(second)).toEqual({ ...noCounts, updated: 2, unchanged: 1 })
  expect(second.remarks).toEqual([
    'assigned_to: 1 person is not in the directory: "Gone Long" (1 row).',
    'requested_by: 1 person is not in the directory: "who@example.org" (1 row).',
    'requested_by: 1 name fits several people: "Anna Berg" (2 rows).',
    hint,
  ])
  expect(await assigned()).toEqual(['Fred.Luddy@example.org', 'Fred.Luddy@example.org', 'Gone Long'])
})

test('many people are reported by number, with the most frequent ones', async () => {
  const many = Array.from({ length: 3000 }, (_, index): [string] => [`Person ${index % 700}`])
  const summary = await importContent(open(), 'changes', sheet(...many))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 3000 })
  expect(summary.remarks[0]).toMatch(
    /^assigned_to: 700 people are not in the directory: ("Person \d" \(5 rows\), ){4}"Person \d" \(5 rows\) and 695 more\.$/,
  )
})
