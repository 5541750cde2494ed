import { LRUCache } from 'lru-cache'
import { readSnapshot } from '#server/platform/db/cache.ts'
import type { RequestState } from '#server/platform/http/exchange.ts'
import {
  type EncodedResponse,
  encodeFor,
  type HttpResponse,
  hashStrongBodyTag,
  isNotModified,
} from '#server/platform/http/response.ts'
import { processWide } from '#server/platform/process/process-wide.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

type ResponseInBytes = Omit<HttpResponse, 'body'> & { readonly body: Uint8Array<ArrayBuffer> | null }
type CachedResponse = { readonly snapshot: string; readonly response: ResponseInBytes }

/** Bytes of all cached responses and their compressed forms. */
const maxCacheBytes = 8 * 1024 * 1024
/** Number of requests remembered as seen once; responses are cached from the second request on. */
const rememberedRequests = 10_000

const state = () =>
  processWide('cached-responses', () => ({
    responses: new LRUCache<string, CachedResponse>({
      maxSize: maxCacheBytes,
      sizeCalculation: ({ response }, key) => Math.ceil((response.body?.length ?? 0) * 1.25) + key.length + 512,
    }),
    requested: new LRUCache<string, true>({ max: rememberedRequests }),
    running: new Map<string, Promise<ResponseInBytes>>(),
  }))

/** The cached response to a request if the database shows no commit since it was made, otherwise null. */
export async function findFreshResponse(key: string): Promise<EncodedResponse | null> {
  const cached = state().responses.get(key)
  if (cached === undefined) return null
  const snapshot = await readSnapshot(getRuntime().pool)
  return cached.snapshot === snapshot ? cached.response : null
}

/**
 * Returns the response to a request that depends only on its URL and the records. The cached response is used while the
 * database shows no commit since it was made; otherwise `work` runs. The snapshot is read after the request arrived, so
 * every write acknowledged before is visible, from any process. Requests at the same snapshot share one run of `work`.
 * The first request for a key only runs `work`; from the second on the body is bytes.
 */
export async function respondFromCache(key: string, work: () => Promise<HttpResponse>): Promise<EncodedResponse> {
  const { responses, requested, running } = state()
  const cached = responses.get(key)
  if (cached === undefined && !requested.has(key)) {
    requested.set(key, true)
    return work()
  }
  const snapshot = await readSnapshot(getRuntime().pool)
  if (snapshot === null) return work()
  const fresh = cached?.snapshot === snapshot ? cached : responses.get(key)
  if (fresh?.snapshot === snapshot) return fresh.response
  const run = `${snapshot} ${key}`
  const shared = running.get(run)
  if (shared !== undefined) return shared
  const working = work().then(toBytes)
  running.set(run, working)
  try {
    const response = await working
    // The snapshot was read before `work` ran, so the response shows it or a newer one.
    responses.set(key, { snapshot, response })
    return response
  } finally {
    running.delete(run)
  }
}

const toBytes = (response: HttpResponse): ResponseInBytes => ({
  ...response,
  body: response.body === null ? null : Buffer.from(response.body),
})

/** Returns a function that sends the bytes of the first response to every request, with an ETag for each encoding. */
export function respondFixed(
  make: (state: RequestState) => Promise<HttpResponse>,
): (state: RequestState) => Promise<EncodedResponse> {
  let response: EncodedResponse | undefined
  return async (state) => {
    response ??= tagged(await make(state))
    const encoded = await encodeFor(state, response)
    const isFresh = isNotModified(state.request.headers, encoded.headers.ETag ?? '')
    return isFresh ? { ...encoded, status: 304, body: null } : encoded
  }
}

const tagged = (response: HttpResponse): EncodedResponse => {
  const body = response.body ?? ''
  return { ...response, headers: { ...response.headers, ETag: hashStrongBodyTag(body) }, body: Buffer.from(body) }
}
