import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { EncodedResponse } from './response.ts'

/** Converts to the web `Response` that Next needs. */
export const toResponse = ({ status, headers, body }: EncodedResponse): Response =>
  new Response(body instanceof Readable ? (Readable.toWeb(body) as ReadableStream) : body, { status, headers })

/** Sends the response through node:http directly, without a `Response` and its stream. */
export function sendResponse(outgoing: ServerResponse, { status, headers, body }: EncodedResponse): void {
  // A stream that fails closes the connection, so that the client sees that the response is incomplete.
  if (body instanceof Readable) pipeline(body, outgoing.writeHead(status, headers), () => {})
  else if (body === null) outgoing.writeHead(status, headers).end()
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
