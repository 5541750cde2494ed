import { cookies } from 'next/headers'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { endCurrentSession } from '#server/platform/auth/session-caller.ts'
import { createExpiredSessionCookie } from '#server/platform/auth/session-token.ts'

/** Ends the session of this browser and clears its cookie. Other sessions of the person stay. */
export async function POST({ headers }: Request): Promise<Response> {
  await endCurrentSession(headers)
  const jar = await cookies()
  jar.set(createExpiredSessionCookie())
  return new Response(null, { status: 303, headers: { Location: pagePaths.signIn } })
}
