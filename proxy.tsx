import { type NextRequest, NextResponse } from 'next/server'
import { refusePageWrite, respondWithoutRoute } from '#server/platform/api/fallback.ts'
import { fromWebRequest } from '#server/platform/http/api-request.ts'
import { buildContentSecurityPolicy, toResponse } from '#server/platform/http/response.ts'

/**
 * Before every page and API route that Next serves: API errors without a route handler, the refusal of writes that no
 * page of ours sends, and the pages' security headers.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  if (/^\/api(?:\/|$)/.test(request.nextUrl.pathname)) {
    const answer = await respondWithoutRoute(fromWebRequest(request))
    return answer ? toResponse(answer) : NextResponse.next()
  }
  if (/^\/mcp(?:\/metadata)?$/.test(request.nextUrl.pathname)) return NextResponse.next()
  if (/^\/\.well-known\/oauth-protected-resource(?:\/mcp)?$/.test(request.nextUrl.pathname)) {
    return NextResponse.rewrite(new URL('/mcp/metadata', request.url))
  }
  const refusal = await refusePageWrite(fromWebRequest(request))
  if (refusal) return toResponse(refusal)
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  const policy = buildContentSecurityPolicy(nonce)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

export const config = { matcher: ['/((?!_next/static|icon.svg|favicon.ico).*)'] }
