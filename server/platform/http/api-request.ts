import type { Target } from './target.ts'

/** Fields of a request's head by name, in any case; null where there is none. `Headers` has this shape. */
export type HeaderFields = { get(name: string): string | null }

/** What the API reads of a request, whether node:http took it (`node-request.ts`) or Next (`web-request.ts`). */
export type ApiRequest = {
  readonly method: string
  readonly target: Target
  readonly headers: HeaderFields
  /** Address of the socket that it came on; undefined where the socket is out of reach, as under `next start`. */
  readonly socketAddress: string | undefined
  /** The body, or null as soon as it has more than `limit` bytes. */
  readBody(limit: number): Promise<Uint8Array | null>
}
