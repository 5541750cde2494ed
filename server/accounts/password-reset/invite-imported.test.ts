import { beforeAll, expect, test } from 'vitest'
import { runImport } from '#server/import/jobs/commands.ts'
import { getImport, listImports } from '#server/import/jobs/queries.ts'
import { runImports } from '#server/import/jobs/run-imports.ts'
import { queueImport } from '#server/import/jobs/testing.ts'
import { undoImport } from '#server/import/jobs/undo-import.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { mails } from '#server/schema/notifications.ts'
import { inviteImported } from './invite-imported.ts'

const createPerson = (role: 'manager' | 'admin'): Actor => ({
  kind: 'account',
  id: role,
  name: role,
  email: `${role}@hindsight.example`,
  role,
})

const database = provideTestDatabase()
beforeAll(() => {
  setTestRuntime(database)
})

const ctx = (role: 'manager' | 'admin' = 'admin') => testContext(database.db, createPerson(role), new Date())
async function importAccounts(...names: string[]) {
  const rows = names.map((name) => `${name},${name}@hindsight.example,viewer\n`)
  const { id } = await queueImport(ctx(), 'accounts', `name,email,role\n${rows.join('')}`)
  await runImports(ctx())
  return id
}

test('people are invited once: by links without mail, which are shown once, and by mail', async () => {
  const first = await importAccounts('ada', 'bea')
  expect(await inviteImported(ctx(), first)).toEqual({
    invited: 2,
    waiting: 0,
    links: ['ada', 'bea'].map((name) => ({
      email: `${name}@hindsight.example`,
      link: expect.stringMatching(/^\/sign-in\/reset#invite_[\w-]{43}$/),
    })),
  })
  expect(await inviteImported(ctx(), first)).toEqual({ invited: 0, waiting: 0, links: [] })
  const runtime = getRuntime()
  const mail = { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.example', publicUrl: 'https://hindsight.example' }
  setRuntime({ ...runtime, env: { ...runtime.env, mail } })
  expect(await inviteImported(ctx(), await importAccounts('ada', 'cy'))).toEqual({ invited: 1, waiting: 0, links: [] })
  expect(await database.db.select({ to: mails.recipient, topic: mails.topic }).from(mails)).toEqual([
    { to: 'cy@hindsight.example', topic: 'account' },
  ])
  setRuntime(runtime)
})

test('an import of other records invites nobody, and one of accounts is not undone', async () => {
  const { id } = await queueImport(ctx(), 'users', 'id,name,email\nu1,Ada,ada@x.example\n')
  await expect(inviteImported(ctx(), id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(undoImport(ctx(), await importAccounts('dora'))).rejects.toMatchObject({ code: 'conflict' })
})

test('only an admin imports accounts and sees such imports', async () => {
  const id = await importAccounts('eve')
  const forbidden = { code: 'forbidden', message: 'Only an admin imports accounts.' }
  await expect(queueImport(ctx('manager'), 'accounts', 'name,email,role\n')).rejects.toMatchObject(forbidden)
  await expect(getImport(ctx('manager'), id)).rejects.toMatchObject(forbidden)
  await expect(runImport(ctx('manager'), id, true)).rejects.toMatchObject(forbidden)
  const listKinds = async (role: 'manager' | 'admin') =>
    new Set((await listImports(ctx(role), { page: 1, limit: 100 })).rows.map(({ kind }) => kind))
  expect(await listKinds('manager')).toEqual(new Set(['users']))
  expect(await listKinds('admin')).toEqual(new Set(['users', 'accounts']))
})
