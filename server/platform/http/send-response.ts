import type { ServerResponse } from 'node:http'
import type { EncodedResponse } from './response.ts'

/** Converts to the web `Response` that Next needs. */
export const toResponse = ({ status, headers, body }: EncodedResponse): Response =>
  new Response(body, { status, headers })

/** Sends the response through node:http directly, without a `Response` and its stream. */
export function sendResponse(outgoing: ServerResponse, { status, headers, body }: EncodedResponse): void {
  if (body === null) outgoing.writeHead(status, headers).end()
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
