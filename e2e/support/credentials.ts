import { request as requests } from 'playwright/test'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { addAccount } from './own-account.ts'
import { signInWith } from './sign-in.ts'
import { readWorld } from './world.ts'

export type OwnSession = { readonly id: string; readonly email: string; readonly cookie: string }

/** Signs in as a new account of a role. */
export async function openSession(role: Role): Promise<OwnSession> {
  const account = await addAccount(role)
  const context = await requests.newContext()
  await signInWith(context, readWorld().production, account)
  const { cookies } = await context.storageState()
  await context.dispose()
  return { ...account, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

/** A session of each role, each with a separate account. */
export async function openSessions(): Promise<Readonly<Record<Role, OwnSession>>> {
  const entries = roles.map(async (role) => [role, await openSession(role)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Record<Role, OwnSession>
}
