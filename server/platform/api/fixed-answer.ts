import type { Answer, EncodedAnswer } from '#server/platform/http/answer.ts'
import { isNotModified, strongBodyTag } from '#server/platform/http/conditional.ts'
import { inEncodingFor } from '#server/platform/http/content-encoding.ts'
import type { Visit } from '#server/platform/http/exchange.ts'

/** A function that answers every request with the bytes of the first response, each encoding under its own ETag. */
export function fixedAnswer(make: (visit: Visit) => Promise<Answer>): (visit: Visit) => Promise<EncodedAnswer> {
  let made: EncodedAnswer | undefined
  return async (visit) => {
    made ??= inBytes(await make(visit))
    const encoded = await inEncodingFor(visit, made)
    const isFresh = isNotModified(visit.request.headers, encoded.headers.ETag ?? '')
    return isFresh ? { ...encoded, status: 304, body: null } : encoded
  }
}

const inBytes = (answer: Answer): EncodedAnswer => {
  const body = answer.body ?? ''
  return { ...answer, headers: { ...answer.headers, ETag: strongBodyTag(body) }, body: Buffer.from(body) }
}
