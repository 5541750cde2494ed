import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#server/platform/errors.ts'
import { processWideFor } from '#server/platform/process/process-wide.ts'
import { type ApiRequest, type HeaderFields, listValues, type RequestTarget } from './api-request.ts'

/**
 * Milliseconds for which the rest of a rejected body is still read after the response: some clients read the response
 * only after sending everything.
 */
const readRestMs = 500

/**
 * Headers for which node:http returns only the first line. Repeated lines are joined to a list, which is invalid for
 * each of these headers.
 */
const single = new Set(['authorization', 'content-type', 'host', 'origin'])

/**
 * A request of node:http as the API reads it, without creating a `Request`, which costs more than all other work for a
 * repeated read. `target` is the result of `resolveTarget`.
 */
export const fromIncoming = (incoming: IncomingMessage, target: RequestTarget): ApiRequest =>
  new NodeRequest(incoming, target)

class NodeRequest implements ApiRequest, HeaderFields {
  readonly #incoming: IncomingMessage
  readonly target: RequestTarget

  constructor(incoming: IncomingMessage, target: RequestTarget) {
    this.#incoming = incoming
    this.target = target
  }

  get method(): string {
    return this.#incoming.method ?? ''
  }

  get headers(): HeaderFields {
    return this
  }

  headerNames(): readonly string[] {
    return Object.keys(this.#incoming.headers)
  }

  get socketAddress(): string {
    return this.#incoming.socket.remoteAddress ?? 'unknown'
  }

  get left(): AbortSignal {
    const { socket } = this.#incoming
    return processWideFor('closed-connection', socket, () => {
      const closed = new AbortController()
      if (socket.destroyed) closed.abort()
      else socket.once('close', () => closed.abort())
      return closed.signal
    })
  }

  get(name: string): string | null {
    const key = name.toLowerCase()
    const value = this.#incoming.headers[key]
    if (value === undefined) return null
    return typeof value === 'string' && !single.has(key) ? value : listValues(this.#incoming, key).join(', ')
  }

  readBody(limit: number): Promise<Uint8Array | null> {
    return readBody(this.#incoming, limit)
  }

  streamBody(): AsyncIterable<Uint8Array> {
    return streamBody(this.#incoming)
  }
}

function readBody(incoming: IncomingMessage, limit: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const finishWith = (finish: () => void) => {
      incoming.off('data', append).off('end', end).off('error', fail).off('close', fail)
      finish()
    }
    const append = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) finishWith(() => resolve(null))
      else chunks.push(chunk)
    }
    const end = () => finishWith(() => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    const fail = () => finishWith(() => reject(new AppError('invalid_request', 'The body is incomplete.')))
    // A destroyed request emits no further `close`.
    if (incoming.destroyed) fail()
    else incoming.on('data', append).on('end', end).on('error', fail).on('close', fail)
  })
}

async function* streamBody(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    // A rejected body leaves the connection open for the response.
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) yield chunk
  } catch (error) {
    throw incoming.complete ? error : new AppError('invalid_request', 'The body is incomplete.')
  }
}

/** Closes the connection if the client keeps sending a body after the response that rejected it. */
export function cutUnread(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete) return
  outgoing.once('finish', () => {
    setTimeout(() => {
      if (!incoming.complete) incoming.socket.destroySoon()
    }, readRestMs).unref()
  })
}
