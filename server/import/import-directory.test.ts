import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Product } from '#lib/contracts/products.ts'
import { UserWithProfile } from '#lib/contracts/users.ts'
import { getChange } from '#server/changes/queries.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { resolveTexts } from '#server/people/person-resolver.ts'
import { getUser, listUsers } from '#server/people/queries.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { listProducts } from '#server/products/queries.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()

const person = {
  id: 1,
  firstName: 'Emilia',
  lastName: 'Ørsted',
  email: 'Emilia.Orsted@X.example',
  image: 'https://pictures.example/emilia/128',
  address: { address: '626 Main Street', city: 'Phoenix', country: 'United States' },
  company: { title: 'Sales Manager', address: { city: 'San Francisco' } },
}

test('people in the format of a directory become users', async () => {
  const summary = await importContent(open(), 'users', [person, { ...person, id: 2, image: 'none', email: 'nobody' }])
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect(summary.refusals).toEqual([
    { place: 'record 2 (line 1)', line: 1, reason: 'Email must be an e-mail address, such as ada@example.org' },
  ])
  const user = await getUser(context(), '1')
  expect(UserWithProfile.parse(user)).toEqual(user)
  expect(user).toEqual({
    id: '1',
    name: 'Emilia Ørsted',
    email: 'Emilia.Orsted@X.example',
    created_at: '2026-03-01T10:00:00.000Z',
    profile: {
      bio: 'Sales Manager',
      location: 'Phoenix, United States',
      avatar_url: 'https://pictures.example/emilia/128',
    },
  })
})

test('a directory marks people who left, and a file without that column changes no mark', async () => {
  const states = () => context().db.select({ isActive: users.isActive }).from(users).orderBy(users.id)
  await importContent(open(), 'users', 'id,name,email,active\n1,Zoe,z@x.example,no\n2,Adam,a@x.example,\n')
  expect(await states()).toEqual([{ isActive: false }, { isActive: true }])
  await importContent(open(), 'users', 'id,name,email\n1,Zoe B,z@x.example\n')
  expect(await states()).toEqual([{ isActive: false }, { isActive: true }])
})

test('names sort ignoring case and accents', async () => {
  await importContent(open(), 'users', 'id,name,email\n1,Zoe,z@x.example\n2,Ébert,e@x.example\n3,adam,a@x.example\n')
  const { rows } = await listUsers(context(), { page: 1, limit: 10, sort: 'name' })
  expect(rows.map(({ name }) => name)).toEqual(['adam', 'Ébert', 'Zoe'])
})

test('an invalid picture is left empty, and the person is imported', async () => {
  const summary = await importContent(open(), 'users', 'id,name,email,photo\n1,Ada,a@x.example,photo.jpg\n')
  expect(summary.inserted).toBe(1)
  expect(summary.remarks).toEqual([
    'Avatar URL ("photo") is left empty where it cannot be read (1 row, such as must be an http or https address).',
  ])
})

test('prices of products are exact', async () => {
  const rows = [
    'sku;title;category;price;description',
    'a;Pen;Office;"1.234,50";"Two\nlines"',
    'b;Ink;Office;€ 9.99;=HYPERLINK("x")',
    'c;Pad;;0;',
    'd;Cup;Office;9.999;',
    'e;Mug;Office;-1;',
  ]
  const summary = await importContent(open(), 'products', rows.join('\n'))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 3, refused: 2 })
  expect(summary.refusals.map(({ place, reason }) => `${place}: ${reason}`)).toEqual([
    'line 6: Price: "9.999" is either 9999 or has three decimals: write 9999.00',
    'line 7: Price: must not be negative',
  ])
  const { rows: products } = await listProducts(context(), { page: 1, limit: 10 })
  for (const product of products) expect(Product.parse(product)).toEqual(product)
  expect(products).toEqual([
    { id: 'a', name: 'Pen', description: 'Two\nlines', price: 1234.5, category: 'Office' },
    { id: 'b', name: 'Ink', description: '=HYPERLINK("x")', price: 9.99, category: 'Office' },
    { id: 'c', name: 'Pad', description: '', price: 0, category: 'Uncategorised' },
  ])
})

test('the mapping can choose the last row', async () => {
  const rows = 'id,name,price\na,Pen,1\na,Pencil,3\n'
  const summary = await importContent(open(), 'products', rows, { mapping: { last_state: true } })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, superseded: 1 })
  expect((await listProducts(context(), { page: 1, limit: 10 })).rows[0]?.name).toBe('Pencil')
})

test('a mapping is applied', async () => {
  const rows = 'Nr;Ting;Pris;Slags;Oprettet\n1;Kop;9,50;K;03/04/26\n2;Krus;?;K;\n'
  const mapping = {
    fields: {
      id: 'Nr',
      name: 'Ting',
      price: { column: 'Pris', default: '1,25' },
      category: { column: 'Slags', values: { k: 'Kitchen' } },
      description: { join: ['Slags', 'Ting'], with: ': ' },
    },
    empty: ['?'],
  }
  expect((await importContent(open(), 'products', rows, { mapping })).inserted).toBe(2)
  expect((await listProducts(context(), { page: 1, limit: 10 })).rows).toEqual([
    { id: '1', name: 'Kop', description: 'K: Kop', price: 9.5, category: 'Kitchen' },
    { id: '2', name: 'Krus', description: 'K: Krus', price: 1.25, category: 'Kitchen' },
  ])
})

test('a date in the format of the mapping is read', async () => {
  const mapping = {
    fields: { created_at: { column: 'Oprettet', format: 'dd/MM/yy HH:mm' } },
    time_zone: 'Europe/Copenhagen',
  }
  const rows = 'id,name,email,Oprettet\n1,Ada,a@x.example,03/04/26 12:00\n2,Eve,e@x.example,2026-04-03\n'
  const summary = await importContent(open(), 'users', rows, { mapping })
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1, refused: 1 })
  expect((await getUser(context(), '1')).created_at).toBe('2026-04-03T10:00:00.000Z')
})

const storedAccounts = () =>
  open()
    .db.select({
      name: accounts.name,
      email: accounts.email,
      role: accounts.role,
      userName: accounts.userName,
      department: accounts.department,
      passwordHash: accounts.passwordHash,
    })
    .from(accounts)
    .orderBy(asc(accounts.email))

test('columns and roles are recognised in five languages', async () => {
  for (const [name, header, line] of [
    ['Anna', 'Name;E-Mail;Rolle;Abteilung', 'Anna Berg;Anna@x.example;Leser;IT'],
    ['Bea', 'Vorname;Name;E-Mail;Rolle;Abteilung', 'Bea;Berg;bea@x.example;Leser;IT'],
    ['Cleo', 'Prénom;Nom;Courriel;Rôle;Département', 'Cleo;Berg;cleo@x.example;Lecteur;IT'],
    ['Dana', 'Voornaam;Achternaam;E-mailadres;Rol;Afdeling', 'Dana;Berg;dana@x.example;Lezer;IT'],
    ['Elia', 'Nombre completo;Correo;Rol;Departamento', 'Elia Berg;elia@x.example;Lector;IT'],
  ] as const) {
    const summary = await importContent(open(), 'accounts', `${header}\r\n${line}\r\n`)
    expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 1 })
    expect((await storedAccounts()).find((account) => account.email === `${name.toLowerCase()}@x.example`)).toEqual({
      name: `${name} Berg`,
      email: `${name.toLowerCase()}@x.example`,
      role: 'viewer',
      userName: null,
      department: 'IT',
      passwordHash: null,
    })
  }
})

test('wrong rows are refused with the reason, the others are added, and existing accounts stay as they are', async () => {
  await createAccount(context(), { email: 'known@x.example', name: 'Known', role: 'viewer' })
  await open().db.update(accounts).set({ userName: 'kn' })
  const [known] = await storedAccounts()
  const file = `Name,E-Mail,Role,User name
Renamed,KNOWN@x.example,admin,other
Ada,ada@x.example,Manager,al
Ada again,ADA@x.example,viewer,
,bea@x.example,viewer,
Cy,nowhere,viewer,
Di,di@x.example,boss,
Eve,eve@x.example,viewer,KN
Fay,fay@x.example,viewer,AL
`
  const summary = await importContent(open(), 'accounts', file)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 3, unchanged: 1, refused: 4 })
  expect(summary.refusals.map(({ line, reason }) => [line, reason])).toEqual([
    [5, expect.stringContaining('is empty')],
    [6, expect.stringContaining('Email must')],
    [7, expect.stringContaining('"boss" is not one of Viewer, Auditor, Reviewer, Manager, Admin')],
    [4, 'repeats the email of line 3'],
  ])
  expect(summary.remarks).toContain('user_name of another record is left empty: "KN" (1 row), "AL" (1 row).')
  const [ada, eve, fay, still] = await storedAccounts()
  expect(still).toEqual(known)
  expect(ada).toMatchObject({ name: 'Ada', role: 'manager', userName: 'al' })
  expect([eve?.userName, fay?.userName]).toEqual([null, null])
  const resolve = await resolveTexts(open().db, ['AL'])
  expect(resolve('AL')).toMatchObject({ email: 'ada@x.example' })
  expect(pickCounts(await importContent(open(), 'accounts', file))).toEqual({ ...noCounts, unchanged: 4, refused: 4 })
})

test('the history names each new account by its identifier, with what it may do', async () => {
  await importContent(open(), 'accounts', 'name,email,role\nAda,ada@x.example,admin\n')
  const [ada] = await open().db.select().from(accounts)
  const events = await readRows(open().db, auditEvents, { entityType: 'account' })
  expect(events).toMatchObject([
    {
      action: 'create',
      entityId: ada?.id,
      actorName: 'Import',
      changes: {
        email: { from: null, to: 'ada@x.example' },
        name: { from: null, to: 'Ada' },
        role: { from: null, to: 'admin' },
      },
    },
  ])
})

const reviewsFile = `PIR,Change,Outcome,Reviewed on
PIR-7,CHG1,Successful with issues,03-02-2024
PIR-8,CHG2,Backed out,28-02-2024
PIR-9,CHG3,Marvellous,01-03-2024
`

test('results of old reviews become review fields of their changes, unknown ones as stubs', async () => {
  await insertChange(open().db, 'CHG1')
  const summary = await importContent(open(), 'reviews', reviewsFile)
  expect(pickCounts(summary)).toMatchObject({ inserted: 1, updated: 1, refused: 1 })
  expect(summary.refusals[0]?.reason).toContain('"Marvellous" is not one of')
  expect(await getChange(context(), 'CHG1')).toMatchObject({
    title: 'Change CHG1',
    state: 'review',
    risk: 'high',
    is_stub: false,
    pir_completed: true,
    pir_reference: 'PIR-7',
    pir_outcome: 'successful_with_issues',
    pir_date: '2024-02-03',
  })
  expect(await getChange(context(), 'CHG2')).toMatchObject({
    title: 'Unknown change CHG2',
    state: 'closed',
    is_stub: true,
    pir_completed: true,
    pir_outcome: 'failed',
    pir_date: '2024-02-28',
  })
  const again = await importContent(open(), 'reviews', reviewsFile)
  expect(pickCounts(again)).toMatchObject({ inserted: 0, updated: 0, unchanged: 2 })
})

const actionsFile = `Action ID,Action,Assigned to,Due date,Status,Closed at,PIR
A-1,Rehearse on a copy,ada@example.org,2024-05-01,Completed,2024-04-20T10:00:00Z,PIR-7
A-2,Add a check,Ada Nobody,2030-01-01,In progress,,Audit 2024
`

test('old improvement actions are imported with their state, and done ones have evidence', async () => {
  const summary = await importContent(open(), 'improvements', actionsFile)
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 2 })
  expect(await getImprovement(context(), 'A-1')).toMatchObject({
    status: 'done',
    evidence: 'Done before it was imported.',
    done_at: '2024-04-20T10:00:00.000Z',
    owner: 'ada@example.org',
    source_type: 'pir',
    source_ref: 'PIR-7',
    target_date: '2024-05-01',
  })
  expect(await getImprovement(context(), 'A-2')).toMatchObject({
    status: 'in_progress',
    evidence: null,
    done_at: null,
    owner: 'Ada Nobody',
    source_type: 'import',
  })
  expect(summary.remarks.join(' ')).toContain('Ada Nobody')
})

const directory = `sys_id,user_name,employee_number,name,email
u1,fred.luddy,E-1,Fred Luddy,Fred.Luddy@example.org
u2,abel.tuter,E-2,Abel Tuter,abel.tuter@example.org
u3,anna1,E-3,Anna Berg,anna.berg@example.org
u4,anna2,E-4,Anna Berg,anna.berg2@example.org`

const sheet = (...people: readonly (readonly [assigned: string, requested?: string])[]) =>
  [
    'number,title,state,assigned_to,requested_by',
    ...people.map(([assigned, requested = ''], index) => `CHG${index + 1},Title,closed,${assigned},${requested}`),
    '',
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

test('an account and a directory user with the same address are one person, with the address of the account', async () => {
  await importContent(open(), 'users', directory)
  const account = { name: 'Fred Luddy', role: 'viewer', password: 'correct horse battery' } as const
  await createAccount(context(), { ...account, email: 'fred.luddy@example.org' })
  await importContent(open(), 'changes', sheet(['Fred Luddy'], ['fred.luddy']))
  expect(await assigned()).toEqual(['fred.luddy@example.org', 'fred.luddy@example.org'])
})

test('unknown people are stored as written, counted, and resolved by a later import of users', async () => {
  const rows = sheet(['Fred Luddy', 'Anna Berg'], ['Fred Luddy', 'who@example.org'], ['Gone Long', 'Anna Berg'])
  const first = await importContent(open(), 'changes', rows)
  expect(first.remarks).toEqual([
    'Assigned to: 2 people are not in the directory: "Fred Luddy" (2 rows), "Gone Long" (1 row).',
    'Requested by: 2 people are not in the directory: "Anna Berg" (2 rows), "who@example.org" (1 row).',
    hint,
  ])
  expect(await assigned()).toEqual(['Fred Luddy', 'Fred Luddy', 'Gone Long'])
  await importContent(open(), 'users', directory)
  const second = await importContent(open(), 'changes', rows)
  expect(pickCounts(second)).toEqual({ ...noCounts, updated: 2, unchanged: 1 })
  expect(second.remarks).toEqual([
    'Assigned to: 1 person is not in the directory: "Gone Long" (1 row).',
    'Requested by: 1 person is not in the directory: "who@example.org" (1 row).',
    'Requested by: 1 name fits several people: "Anna Berg" (2 rows).',
    hint,
  ])
  expect(await assigned()).toEqual(['Fred.Luddy@example.org', 'Fred.Luddy@example.org', 'Gone Long'])
})

test('many people are reported by number, with the most frequent ones', async () => {
  const many = Array.from({ length: 3000 }, (_, index): [string] => [`Person ${index % 700}`])
  const summary = await importContent(open(), 'changes', sheet(...many))
  expect(pickCounts(summary)).toEqual({ ...noCounts, inserted: 3000 })
  expect(summary.remarks[0]).toMatch(
    /^Assigned to: 700 people are not in the directory: ("Person \d" \(5 rows\), ){4}"Person \d" \(5 rows\) and 695 more\.$/,
  )
})
