import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { assertCsrfToken, guardProviderSignIn } from '#server/platform/auth/guard-provider-sign-in.ts'
import { buildNextAuthOptions, guardSignIn } from '#server/platform/auth/next-auth-options.ts'
import { fromWebRequest, getClientIpAddress } from '#server/platform/http/api-request.ts'

const handle = (incoming: NextRequest, segments: { params: Promise<{ nextauth: string[] }> }) =>
  guardSignIn(incoming, async (request) => {
    await assertCsrfToken(request)
    const visitor = { ipAddress: getClientIpAddress(fromWebRequest(request)), headers: request.headers }
    const refusal = await guardProviderSignIn(request, visitor.ipAddress)
    return refusal ?? NextAuth(new NextRequest(request.url, request), segments as never, buildNextAuthOptions(visitor))
  })

export { handle as GET, handle as POST }
