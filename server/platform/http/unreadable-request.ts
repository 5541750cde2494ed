import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { createOverloadError } from '#server/platform/limits/load-shedding.ts'
import { log } from '#server/platform/log/log.ts'
import { dataSecurityPolicy } from './content-security-policy.ts'
import { asAppError, buildErrorResponse } from './error-response.ts'
import { newRequestId } from './request-id.ts'
import type { HttpResponse } from './response.ts'

/** The message of a request that takes longer than it may. */
export const tooLate = 'The request took too long. It may still be carried out.'

const invalid = 'This is not a valid HTTP request.'
const reasons: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are too long.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** The response if a request could not be parsed (an invalid host or URL) or handling it failed. */
export function buildFaultResponse(error: unknown): HttpResponse {
  if (isAppError(error)) return refusal(error)
  log.error({ err: error }, 'request failed')
  return refusal(asAppError(error))
}

/**
 * The response to a request with a rejected head; closes the connection, since the bytes that follow may be misread
 * too.
 */
export function refuseHead(error: unknown, { method, socket }: IncomingMessage): HttpResponse {
  const { headers, ...response } = buildFaultResponse(error)
  const reason = isAppError(error) ? error.message : undefined
  const line = { request_id: headers['X-Request-Id'], method, operation: 'none', status: response.status, reason }
  log.info({ ...line, address: socket.remoteAddress }, 'request refused')
  return { ...response, headers: { ...headers, Connection: 'close' } }
}

/** The response to a page request while the database is overloaded. */
export const refuseOverloaded = (): HttpResponse => refusal(createOverloadError())

/** A socket of node:http; `_httpMessage` is the response to the request that it carries. */
type RequestSocket = Duplex & { readonly _httpMessage?: ServerResponse | null }

/** Responds on the raw socket when node:http could not parse a request, and closes it. */
export function refuseOnSocket(error: NodeJS.ErrnoException, socket: RequestSocket): void {
  if (error.code === 'ECONNRESET') socket.destroy()
  else endSocket(socket, new AppError('invalid_request', reasons[error.code ?? ''] ?? invalid))
}

/** Ends a connection on which nothing moves: with a response, if a request waits for one. */
export function endIdleSocket(socket: RequestSocket): void {
  const response = socket._httpMessage
  if (!response) socket.destroy()
  else if (response.req.complete) endSocket(socket, new AppError('upstream_timeout', tooLate))
  else refuseOnSocket(Object.assign(new Error('idle'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

function endSocket(socket: RequestSocket, error: AppError): void {
  if (!socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  const { status, headers, body } = refusal(error)
  const text = body ?? ''
  const fields = { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
}

function refusal(error: AppError): HttpResponse {
  const requestId = newRequestId()
  const { headers, ...response } = buildErrorResponse(error, requestId)
  const common = {
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': dataSecurityPolicy,
    'Cache-Control': 'private, no-cache',
  }
  return { ...response, headers: { ...common, ...headers } }
}
