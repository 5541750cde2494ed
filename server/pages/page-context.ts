import { cookies, headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { hasRole, type Rank, type Role } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findSessionActor } from '#server/platform/auth/caller.ts'
import { chooseRequestId } from '#server/platform/http/api-request.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { getPageDatabase } from '#server/platform/runtime/runtime.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { isSetupOpen } from '#server/system/setup/is-setup-open.ts'

export type SignedIn = Extract<Actor, { kind: 'account' }>
export type PageContext = Context & { actor: SignedIn }

/** Returns the signed-in person of a page; null if signed out. */
export async function findPageActor(): Promise<SignedIn | null> {
  await cookies()
  return findSessionActor(new Headers(await headers()))
}

/**
 * Returns the context in which a page loads its data. A visitor who is signed out goes to the sign-in page and returns
 * to `path`; a role that may not open the page gets 403.
 */
export async function getPageContext(
  path: string,
  may: Rank | ((role: Role) => boolean) = 'viewer',
): Promise<PageContext> {
  const actor = await findPageActor()
  if (!actor && (await isSetupOpen())) redirect(pagePaths.setup)
  if (!actor) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
  if (!(typeof may === 'string' ? hasRole(actor.role, may) : may(actor.role))) forbidden()
  const { time_zone: zone } = getSettings()
  return {
    db: getPageDatabase(),
    actor,
    now: new Date(),
    zone,
    requestId: chooseRequestId(new Headers(await headers())),
  }
}
