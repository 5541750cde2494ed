import type { RequestTarget } from './target.ts'

/** Headers of a request by name, in any case; null if absent. `Headers` has this shape. */
export type HeaderFields = { get(name: string): string | null }

/** A request as the API reads it, from node:http (`node-request.ts`) or Next (`web-request.ts`). */
export type ApiRequest = {
  readonly method: string
  readonly target: RequestTarget
  readonly headers: HeaderFields
  /** The names of all headers, in lower case. */
  headerNames(): readonly string[]
  /** IP address of the socket; undefined if the socket is not accessible, as under `next start`. */
  readonly socketAddress: string | undefined
  /** Aborts when the client closes its connection. */
  readonly left: AbortSignal
  /** The body, or null once it exceeds `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array | null>
  /** The body in pieces as they arrive. Throws `invalid_request` if it breaks off. */
  streamBody(): AsyncIterable<Uint8Array>
}
