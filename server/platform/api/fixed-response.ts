import { isNotModified, strongBodyTag } from '#server/platform/http/conditional.ts'
import { inEncodingFor } from '#server/platform/http/content-encoding.ts'
import type { Visit } from '#server/platform/http/exchange.ts'
import type { EncodedResponse, HttpResponse } from '#server/platform/http/response.ts'

/** Returns a function that sends the bytes of the first response to every request, with an ETag for each encoding. */
export function fixedResponse(
  make: (visit: Visit) => Promise<HttpResponse>,
): (visit: Visit) => Promise<EncodedResponse> {
  let made: EncodedResponse | undefined
  return async (visit) => {
    made ??= inBytes(await make(visit))
    const encoded = await inEncodingFor(visit, made)
    const isFresh = isNotModified(visit.request.headers, encoded.headers.ETag ?? '')
    return isFresh ? { ...encoded, status: 304, body: null } : encoded
  }
}

const inBytes = (response: HttpResponse): EncodedResponse => {
  const body = response.body ?? ''
  return { ...response, headers: { ...response.headers, ETag: strongBodyTag(body) }, body: Buffer.from(body) }
}
