import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createPersonResolver } from '#server/people/person-resolver.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open, context } = provideDatabases()
const stored = () =>
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
    expect((await stored()).find((account) => account.email === `${name.toLowerCase()}@x.example`)).toEqual({
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
  const [known] = await stored()
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
    [6, expect.stringContaining('email')],
    [7, expect.stringContaining('"boss" is not one of viewer, auditor, reviewer, manager, admin')],
    [4, 'repeats the email of line 3'],
  ])
  expect(summary.remarks).toContain('user_name of another record is left empty: "KN" (1 row), "AL" (1 row).')
  const [ada, eve, fay, still] = await stored()
  expect(still).toEqual(known)
  expect(ada).toMatchObject({ name: 'Ada', role: 'manager', userName: 'al' })
  expect([eve?.userName, fay?.userName]).toEqual([null, null])
  const resolve = await createPersonResolver(open().db).resolve(['AL'])
  expect(resolve('AL')).toMatchObject({ email: 'ada@x.example' })
  expect(pickCounts(await importContent(open(), 'accounts', file))).toEqual({ ...noCounts, unchanged: 4, refused: 4 })
})

test('the history names each new account by its identifier, with what it may do', async () => {
  await importContent(open(), 'accounts', 'name,email,role\nAda,ada@x.example,admin\n')
  const [ada] = await open().db.select().from(accounts)
  const events = await open().db.select().from(auditEvents).where(eq(auditEvents.entityType, 'account'))
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
