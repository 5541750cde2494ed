import { cookies } from 'next/headers'
import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { guardProviderSignIn } from '#server/platform/auth/guard-provider-sign-in.ts'
import { buildNextAuthOptions } from '#server/platform/auth/next-auth-options.ts'
import { signInCookies } from '#server/platform/auth/sign-in-cookies.ts'
import { getClientIpAddress } from '#server/platform/http/client-address.ts'
import { guardSignIn, isReturnUrl } from '#server/platform/http/guard-sign-in.ts'
import { fromWebRequest } from '#server/platform/http/web-request.ts'

type Segments = { params: Promise<{ nextauth: string[] }> }

const handle = (incoming: NextRequest, segments: Segments) =>
  guardSignIn(incoming, async (request) => {
    const visitor = { ipAddress: getClientIpAddress(fromWebRequest(request)), headers: request.headers }
    const refusal = await guardProviderSignIn(request, visitor.ipAddress)
    await deleteInvalidReturnCookie()
    return refusal ?? NextAuth(new NextRequest(request.url, request), segments as never, buildNextAuthOptions(visitor))
  })

/** Deletes an invalid cookie that would make every sign-in of this browser fail with a 500. */
async function deleteInvalidReturnCookie(): Promise<void> {
  const jar = await cookies()
  const { name } = signInCookies().callbackUrl
  if (!isReturnUrl(jar.get(name)?.value ?? '')) jar.delete(name)
}

export { handle as GET, handle as POST }
