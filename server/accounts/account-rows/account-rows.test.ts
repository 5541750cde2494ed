import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPersonResolver } from '#server/people/person-resolver.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { accountInvitations, accounts, auditEvents } from '#server/schema/access.ts'
import { mails } from '#server/schema/notifications.ts'
import { addAccounts } from './add-accounts.ts'
import { checkAccountRows } from './check-rows.ts'
import { readAccountRows } from './read-csv.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  setRuntime(undefined)
  await database.drop()
})
beforeEach(async () => {
  setTestRuntime(database)
  for (const table of [accounts, accountInvitations, auditEvents, mails]) await database.db.delete(table)
})

const ctx = () => testContext(database.db)
const row = (name: string, more = {}) => ({
  ...{ name, email: `${name}@hindsight.example`, role: 'viewer', user_name: '', department: '' },
  ...more,
})
const stored = () => database.db.select().from(accounts).orderBy(asc(accounts.email))

describe('readAccountRows', () => {
  it('reads columns by their usual names, whatever the delimiter, and names those that it ignores', async () => {
    const csv =
      '\uFEFFFull Name;E-Mail;ROLE;Phone\r\n"Marchetti; Ines";ines@x.example;Manager;1\r\n\r\nBo;bo@x.example\r\n'
    expect(await readAccountRows(csv)).toMatchObject({
      rows: [
        { name: 'Marchetti; Ines', email: 'ines@x.example', role: 'Manager', user_name: '', department: '' },
        { name: 'Bo', email: 'bo@x.example', role: '', user_name: '', department: '' },
      ],
      ignoredColumns: ['Phone'],
    })
  })

  it.each([
    'sep=;\r\nName;E-Mail;Role\r\nAda; ada@x.example;viewer\r\n;;\r\n',
    'Name^E-Mail^Role\nAda^ada@x.example^viewer\n',
    '"Name, first and last"|name|emailAddress|role\n-|Ada|ada@x.example|viewer\n',
    'name\temail\trole\trole\nAda\tada@x.example\tviewer\tadmin\n',
  ])('reads %j like an import', async (csv) => {
    const { rows } = await readAccountRows(csv)
    expect(rows).toEqual([row('Ada', { email: 'ada@x.example' })])
  })

  it.each([
    ['Name;E-Mail;Rolle;Abteilung', 'Ada Berg;ada@x.example;Leser;IT', 'viewer'],
    ['Vorname;Name;E-Mail;Rolle;Abteilung', 'Ada;Berg;ada@x.example;Prüfer;IT', 'reviewer'],
    ['Prénom;Nom;Courriel;Rôle;Département', 'Ada;Berg;ada@x.example;Administrateur;IT', 'admin'],
    ['Voornaam;Achternaam;E-mailadres;Rol;Afdeling', 'Ada;Berg;ada@x.example;Beoordelaar;IT', 'reviewer'],
    ['Nombre completo;Correo;Rol;Departamento', 'Ada Berg;ada@x.example;Manager;IT', 'Manager'],
  ])('reads the columns and roles of %j', async (header, line, role) => {
    const { rows } = await readAccountRows(`${header}\r\n${line}\r\n`)
    expect(rows).toEqual([{ name: 'Ada Berg', email: 'ada@x.example', role, user_name: '', department: 'IT' }])
  })

  it('asks for the column of a required field, and takes the chosen one', async () => {
    const csv = 'Name;E-Mail;Berechtigung\nAda;ada@x.example;viewer\n'
    const asked = await readAccountRows(csv)
    expect(asked).toMatchObject({ rows: [], columns: ['Name', 'E-Mail', 'Berechtigung'] })
    expect(asked.fields.find(({ field }) => field === 'role')).toMatchObject({ columns: [], is_required: true })
    const { rows, ignoredColumns } = await readAccountRows(csv, { role: 'Berechtigung' })
    expect(rows).toEqual([row('Ada', { email: 'ada@x.example' })])
    expect(ignoredColumns).toEqual([])
    await expect(readAccountRows(csv, { role: 'Recht' })).rejects.toThrow('names a column Recht for role')
  })

  it.each([
    ['name,email,role\n', 'has no rows'],
    [`name,email,role\n${'a,b,c\n'.repeat(5_001)}`, 'has 5,001 rows; at most 5,000'],
    ['name,email,role\n"a,b,c', 'cannot be read as CSV'],
  ])('rejects %j', async (csv, issue) => {
    await expect(readAccountRows(csv)).rejects.toThrow(issue)
  })
})

describe('checkAccountRows', () => {
  it('says for each row what would happen, and writes nothing', async () => {
    await createAccount(ctx(), { email: 'known@hindsight.example', name: 'Known', role: 'viewer' })
    await database.db.update(accounts).set({ userName: 'kn' })
    const before = await stored()
    const { rows } = await checkAccountRows(ctx(), {
      rows: [
        row('ada', { role: ' ADMIN ' }),
        row('known', { email: 'KNOWN@hindsight.example' }),
        row('ada'),
        row('', { email: 'x', role: 'boss' }),
        row('bea', { user_name: 'KN' }),
      ],
    })
    expect(rows.map(({ outcome, faults }) => [outcome, faults.map(({ field }) => field)])).toEqual([
      ['add', []],
      ['exists', []],
      ['refused', ['email']],
      ['refused', ['name', 'email', 'role']],
      ['refused', ['user_name']],
    ])
    expect(await stored()).toEqual(before)
  })
})

describe('addAccounts', () => {
  it('adds all rows without passwords, with history, and skips those that exist', async () => {
    await createAccount(ctx(), { email: 'known@hindsight.example', name: 'Known', role: 'viewer' })
    await database.db.delete(auditEvents)
    const rows = [row('known', { role: 'admin' }), row('ada', { role: 'Manager', user_name: 'al', department: 'Ops' })]
    expect(await addAccounts(ctx(), { rows, invite: false })).toEqual({ added: 1, skipped: 1, links: [] })
    const [ada, known] = await stored()
    expect(ada).toMatchObject({ role: 'manager', userName: 'al', department: 'Ops', passwordHash: null })
    expect(known).toMatchObject({ role: 'viewer' })
    const [event, ...others] = await database.db.select().from(auditEvents)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      ...{ action: 'create', entityType: 'account', entityId: ada?.id },
      changes: { user_name: { from: null, to: 'al' }, department: { from: null, to: 'Ops' } },
    })
    const resolve = await createPersonResolver(database.db).resolve(['AL'])
    expect(resolve('AL')).toMatchObject({ email: 'ada@hindsight.example' })
  })

  it('writes nothing when a row is refused', async () => {
    const add = addAccounts(ctx(), { rows: [row('ada'), row('bea', { role: 'boss' })], invite: true })
    await expect(add).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Row 2 is refused') })
    expect(await stored()).toEqual([])
    expect(await database.db.select().from(accountInvitations)).toEqual([])
  })

  it('returns the links of invitations without mail, and mails them with it', async () => {
    const first = await addAccounts(ctx(), { rows: [row('ada')], invite: true })
    expect(first.links).toEqual([
      { email: 'ada@hindsight.example', link: expect.stringMatching(/^\/sign-in\/reset#invite_[\w-]{43}$/) },
    ])
    const runtime = getRuntime()
    const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example', publicUrl: 'https://hindsight.example' }
    setRuntime({ ...runtime, env: { ...runtime.env, mail } })
    expect((await addAccounts(ctx(), { rows: [row('bea')], invite: true })).links).toEqual([])
    expect(await database.db.select({ to: mails.recipient, topic: mails.topic }).from(mails)).toEqual([
      { to: 'bea@hindsight.example', topic: 'account' },
    ])
  })

  it('adds 5,000 people at once', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => row(`p${at}`))
    expect(await addAccounts(ctx(), { rows, invite: false })).toMatchObject({ added: 5_000 })
    expect(await database.db.$count(auditEvents, eq(auditEvents.action, 'create'))).toBe(5_000)
  })
})
