import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { provideDatabaseForEachTest } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { imports } from '#server/schema/imports.ts'
import { runImport } from './commands.ts'
import { claimImport } from './run-imports.ts'
import { queueImport } from './testing.ts'

const database = provideDatabaseForEachTest()

const as = (actor: Actor) => testContext(database.db, actor, new Date())
const person = (name: string) => testPerson('manager', `acc_${name}`)
const queue = (actor: Actor, kind: ImportKind = 'products') => queueImport(as(actor), kind, 'id\na\n')
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

async function createTokenFor(issuer: Actor, name: string): Promise<Actor> {
  const access = { system: 'itsm', scope: 'write', role: null } as const
  const { token } = await createToken(as(issuer), { name, ...access, expiresAt: null, origin: 'entry' })
  return { kind: 'token', id: token.id, name, system: 'itsm', scope: 'write' }
}

/** Returns the senders of the imports in the order of their start, each after the previous one is done. */
async function startOneByOne(): Promise<string[]> {
  const started: string[] = []
  for (let row = await claimImport(database.db); row; row = await claimImport(database.db)) {
    started.push(row.createdBy)
    await database.db.update(imports).set({ status: 'done' }).where(eq(imports.id, row.id))
  }
  return started
}

test('the caller whose last import started longest ago is next, however many imports another has queued', async () => {
  const many = person('many')
  const rare = person('rare')
  const never = person('never')
  await queue(rare)
  expect(await startOneByOne()).toEqual(['Test rare'])
  for (let count = 0; count < 10; count += 1) await queue(many)
  const running = await claimImport(database.db)
  for (const caller of [rare, never, rare]) await queue(caller)
  await database.db
    .update(imports)
    .set({ status: 'done' })
    .where(eq(imports.id, running?.id ?? ''))
  const a = 'Test many'
  const b = 'Test rare'
  const c = 'Test never'
  expect(await startOneByOne()).toEqual([c, b, a, b, ...Array(8).fill(a)])
})

test('callers who come for the first time, or seem to, delay an import by an hour at most', async () => {
  const waiting = await queue(person('rare'))
  const before = await queue(person('rare'))
  await database.db
    .update(imports)
    .set({ createdAt: minutesAgo(200) })
    .where(eq(imports.id, waiting.id))
  const start = { status: 'done', startedAt: minutesAgo(70) } as const
  await database.db.update(imports).set(start).where(eq(imports.id, before.id))
  await queue(person('never'))
  expect(await startOneByOne()).toEqual(['Test rare', 'Test never'])
})

test('a person and the tokens that the person issued are one caller, also for what another sent', async () => {
  const owner = person('owner')
  const tokens = [await createTokenFor(owner, 'One'), await createTokenFor(owner, 'Two')]
  for (const [caller, kind] of [
    [tokens[0], 'products'],
    [tokens[1], 'users'],
    [owner, 'articles'],
  ] as const) {
    if (caller) await queue(caller, kind)
  }
  const { id } = await queueImport(as(person('other')), 'improvements', 'id\na\n', { status: 'draft' })
  await runImport(as(owner), id, false)
  expect(await claimImport(database.db)).toMatchObject({ createdBy: 'One' })
  expect(await claimImport(database.db)).toBeUndefined()
  await queue(person('other'), 'users')
  expect(await claimImport(database.db)).toMatchObject({ createdBy: 'Test other' })
})

test('what processes claim at the same time is of different callers and into different tables', async () => {
  for (const kind of ['products', 'users', 'articles'] as const) await queue(person('many'), kind)
  await queue(person('other'), 'products')
  const claimed = await Promise.all(Array.from({ length: 8 }, () => claimImport(database.db)))
  expect(claimed.filter((row) => row !== undefined)).toHaveLength(1)
})
