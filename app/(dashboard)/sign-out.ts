'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { endCurrentSession } from '#server/platform/auth/session-caller.ts'
import { createExpiredSessionCookie } from '#server/platform/auth/session-token.ts'

/** Ends the session of this browser and clears its cookie. Other sessions of the person stay. */
export async function signOut(): Promise<void> {
  const jar = await cookies()
  await endCurrentSession(new Headers(await headers()))
  jar.set(createExpiredSessionCookie())
  redirect('/sign-in')
}
