import { isNotModified, strongBodyTag } from '#server/platform/http/conditional.ts'
import { inEncodingFor } from '#server/platform/http/content-encoding.ts'
import type { RequestState } from '#server/platform/http/exchange.ts'
import type { EncodedResponse, HttpResponse } from '#server/platform/http/response.ts'

/** Returns a function that sends the bytes of the first response to every request, with an ETag for each encoding. */
export function fixedResponse(
  make: (state: RequestState) => Promise<HttpResponse>,
): (state: RequestState) => Promise<EncodedResponse> {
  let made: EncodedResponse | undefined
  return async (state) => {
    made ??= inBytes(await make(state))
    const encoded = await inEncodingFor(state, made)
    const isFresh = isNotModified(state.request.headers, encoded.headers.ETag ?? '')
    return isFresh ? { ...encoded, status: 304, body: null } : encoded
  }
}

const inBytes = (response: HttpResponse): EncodedResponse => {
  const body = response.body ?? ''
  return { ...response, headers: { ...response.headers, ETag: strongBodyTag(body) }, body: Buffer.from(body) }
}
