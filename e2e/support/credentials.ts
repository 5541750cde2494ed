import { randomUUID } from 'node:crypto'
import { request as requests } from 'playwright/test'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { withDatabase } from './own-records.ts'
import { signInWith } from './sign-in.ts'
import type { World } from './world.ts'

export type OwnSession = { readonly id: string; readonly email: string; readonly cookie: string }

const actor = { kind: 'system', id: 'e2e', name: 'tests' } as const

/** Signs in as a new account of a role. */
export async function openSession(world: World, role: Role): Promise<OwnSession> {
  const email = `${randomUUID()}@hindsight.example`
  const password = randomUUID()
  const input = { email, name: `Session ${email.slice(0, 8)}`, role, password }
  const { id } = await withDatabase(world, (db) =>
    createAccount({ db, actor, now: new Date(), requestId: 'e2e' }, input),
  )
  const context = await requests.newContext()
  await signInWith(context, world.production, { email, password })
  const { cookies } = await context.storageState()
  await context.dispose()
  return { id, email, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

/** A session of each role, each with a separate account. */
export async function openSessions(world: World): Promise<Readonly<Record<Role, OwnSession>>> {
  const entries = roles.map(async (role) => [role, await openSession(world, role)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Record<Role, OwnSession>
}
