import { assertSameOrigin } from '#server/auth/same-origin.ts'
import type { EncodedAnswer } from './answer.ts'
import type { ApiRequest } from './api-request.ts'
import { assertReadableAction } from './assert-readable-action.ts'
import { exchange } from './exchange.ts'

/**
 * The refusal of a write to a page, a form or a server action, that comes from another origin or that no page of ours
 * could have sent. Null lets it go on.
 */
export async function refusePageWrite(request: ApiRequest): Promise<EncodedAnswer | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  try {
    assertSameOrigin(request)
    await assertReadableAction(request)
    return null
  } catch (error) {
    return exchange(request, { name: 'page', path: 'page' }, () => Promise.reject(error))
  }
}
