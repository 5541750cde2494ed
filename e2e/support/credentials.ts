import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { request as requests } from 'playwright/test'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { createAccount, endAccountSessions, updateAccount } from '#server/platform/auth/account-commands.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { sessions } from '#server/schema/access.ts'
import { withDatabase } from './own-records.ts'
import { signInWith } from './sign-in.ts'
import type { World } from './world.ts'

export type OwnSession = { id: string; email: string; password: string; cookie: string }

export type Credentials = {
  /** A session of each role, each with a separate account. */
  sessions: Readonly<Record<Role, OwnSession>>
  /** The `Cookie` header of invalid sessions, by the reason. */
  endedSessions: Readonly<Record<string, string>>
}

const actor = { kind: 'system', id: 'e2e', name: 'tests' } as const

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const ofAccount = (id: string) => eq(sessions.accountId, id)

/** Signs in as a new account of a role. */
export async function openSession(world: World, role: Role): Promise<OwnSession> {
  const email = `${randomUUID()}@hindsight.example`
  const password = randomUUID()
  const input = { email, name: `Session ${email.slice(0, 8)}`, role, password }
  const { id } = await withDatabase(world, (db) => createAccount(createContext(db), input))
  const context = await requests.newContext()
  await signInWith(context, world.production, { email, password })
  const { cookies } = await context.storageState()
  await context.dispose()
  return { id, email, password, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

const createContext = (db: Context['db']): Context => ({ db, actor, now: new Date(), requestId: 'e2e' })

/** Sessions that must be accepted or rejected. */
export async function makeCredentials(world: World): Promise<Credentials> {
  const open = async (role: Role) => [role, await openSession(world, role)] as const
  const running = Object.fromEntries(await Promise.all(roles.map(open))) as Credentials['sessions']
  const fates: Record<string, (db: Context['db'], id: string) => Promise<unknown>> = {
    'of a disabled account': (db, id) => updateAccount(createContext(db), id, { is_disabled: true }),
    'of an account signed out everywhere': (db, id) => endAccountSessions(createContext(db), id),
    'signed out': (db, id) => db.delete(sessions).where(ofAccount(id)),
    'started too long ago': (db, id) =>
      db
        .update(sessions)
        .set({ startedAt: hoursAgo(9) })
        .where(ofAccount(id)),
    'unused for too long': (db, id) =>
      db
        .update(sessions)
        .set({ seenAt: hoursAgo(3) })
        .where(ofAccount(id)),
  }
  const ended = await Promise.all(
    Object.entries(fates).map(async ([fate, invalidate]) => {
      const { id, cookie } = await openSession(world, 'admin')
      await withDatabase(world, (db) => invalidate(db, id))
      return [fate, cookie] as const
    }),
  )
  return { sessions: running, endedSessions: Object.fromEntries(ended) }
}
