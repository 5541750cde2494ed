'use server'

import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { expiredSessionCookie } from '#server/auth/session-token.ts'

/** Takes the session cookie from this browser. Other browsers of the person stay signed in. */
export async function signOut(): Promise<void> {
  const jar = await cookies()
  jar.set(expiredSessionCookie())
  redirect('/sign-in')
}
