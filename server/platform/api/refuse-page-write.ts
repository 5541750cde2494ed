import { assertSameOrigin } from '#server/platform/auth/same-origin.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import { assertReadableAction } from '#server/platform/http/assert-readable-action.ts'
import { exchange } from '#server/platform/http/exchange.ts'
import type { EncodedResponse } from '#server/platform/http/response.ts'

/**
 * The rejection of a write to a page (a form or a server action) that comes from another origin or that no page could
 * have sent; null for any other request.
 */
export async function refusePageWrite(request: ApiRequest): Promise<EncodedResponse | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  try {
    assertSameOrigin(request)
    assertOriginIsHost(request)
    await assertReadableAction(request)
    return null
  } catch (error) {
    return exchange(request, { name: 'page', path: 'page' }, () => Promise.reject(error))
  }
}

/** Throws `csrf_rejected` if the `Origin` is not the host of the request, which Next answers with a 500. */
function assertOriginIsHost({ headers }: ApiRequest): void {
  const origin = headers.get('origin')
  const hosts = [headers.get('x-forwarded-host'), headers.get('host')]
  if (origin === null || hosts.includes(URL.parse(origin)?.host ?? null)) return
  throw new AppError('csrf_rejected', 'A page accepts writes only from its own origin.')
}
