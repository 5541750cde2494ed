import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { guardProviderSignIn } from '#server/auth/guard-provider-sign-in.ts'
import { nextAuthOptions } from '#server/auth/next-auth-options.ts'
import { clientAddressOf } from '#server/http/client-address.ts'
import { guardSignIn } from '#server/http/guard-sign-in.ts'
import { fromWebRequest } from '#server/http/web-request.ts'

type Segments = { params: Promise<{ nextauth: string[] }> }

const handle = (arriving: NextRequest, segments: Segments) =>
  guardSignIn(arriving, async (request) => {
    const visitor = { address: clientAddressOf(fromWebRequest(request)), headers: request.headers }
    const refusal = await guardProviderSignIn(request, visitor.address)
    return refusal ?? NextAuth(new NextRequest(request.url, request), segments as never, nextAuthOptions(visitor))
  })

export { handle as GET, handle as POST }
