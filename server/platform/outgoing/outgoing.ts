export type OutgoingRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Time limit for the whole response in milliseconds; 30 seconds by default. */
  readonly timeoutMs?: number
  /** Maximum bytes of a response; 20 MB by default. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
  /** True if it may be repeated like a GET. */
  readonly isRepeatable?: true
}

export type OutgoingResponse = {
  readonly status: number
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** Sends requests to another system. */
export type Outgoing = {
  /** Number of requests sent so far, repeated ones included. */
  readonly requests: number
  /**
   * Sends a request. A GET, or what is `isRepeatable`, is repeated after a network error, a 5xx and a cut body; any request after a 429 or 503 that
   * names a time up to a minute ahead. Returns the last response whatever its status. Throws an `OutgoingError`.
   */
  send(request: OutgoingRequest): Promise<OutgoingResponse>
  close(): Promise<void>
}

/** The reason why another system cannot be used: `message` is for a reader, and names the host. */
export class OutgoingError extends Error {
  readonly reason: 'address' | 'unreachable' | 'timeout' | 'too_large' | 'redirect' | 'busy' | 'circuit' | 'copy'
  /** Earliest time of another attempt, if the other system named one. */
  readonly retryAt: Date | undefined

  constructor(reason: OutgoingError['reason'], message: string, options?: ErrorOptions & { retryAt?: Date }) {
    super(message, options)
    this.name = 'OutgoingError'
    this.reason = reason
    this.retryAt = options?.retryAt
  }
}

/** Milliseconds that a `Retry-After` header asks to wait; undefined if it is missing or not understood. */
export function readRetryAfter(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
