import type { ServerResponse } from 'node:http'
import type { EncodedAnswer } from './answer.ts'

/** The answer as the web `Response` that Next takes. */
export const toResponse = ({ status, headers, body }: EncodedAnswer): Response =>
  new Response(body, { status, headers })

/** Sends the answer through node:http, without the detour by a `Response` and its stream. */
export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: EncodedAnswer): void {
  if (body === null) outgoing.writeHead(status, headers).end()
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
