import type { ApiRequest } from './api-request.ts'
import { parseUrlTarget } from './target.ts'

/** A request that Next received, as the API reads it; without `Accept-Encoding`, since Next compresses. */
export const fromWebRequest = (request: Request): ApiRequest => ({
  method: request.method,
  target: parseUrlTarget(request.url),
  headers: { get: (name) => (name.toLowerCase() === 'accept-encoding' ? null : request.headers.get(name)) },
  headerNames: () => [...request.headers.keys()],
  socketAddress: undefined,
  left: request.signal,
  readBody: (limit) => readBody(request, limit),
  streamBody: () => request.body ?? new ReadableStream({ start: (controller) => controller.close() }),
})

async function readBody({ body }: Request, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.byteLength
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
