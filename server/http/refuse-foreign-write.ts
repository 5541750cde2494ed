import { assertSameOrigin } from '#server/auth/same-origin.ts'
import type { EncodedAnswer } from './answer.ts'
import type { ApiRequest } from './api-request.ts'
import { exchange } from './exchange.ts'

/** The refusal of a write to a page that comes from another origin: a form or a server action. Null lets it go on. */
export function refuseForeignWrite(request: ApiRequest): Promise<EncodedAnswer> | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  try {
    assertSameOrigin(request)
    return null
  } catch (error) {
    return exchange(request, { name: 'page', path: 'page' }, () => Promise.reject(error))
  }
}
