import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorStatus } from '#lib/contracts/error-codes.ts'
import type { ErrorBody } from '#lib/contracts/errors.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { readOnlyCode } from '#server/platform/db/read-only.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import { inTime } from '#server/platform/in-time.ts'
import { log } from '#server/platform/log/log.ts'
import { noticeOutage } from '#server/platform/outage.ts'
import { newRequestId } from './api-request.ts'
import { cutUnread } from './node-request.ts'
import { dataSecurityPolicy, type EncodedResponse, type HttpResponse, sendResponse } from './response.ts'

const lateError = () => new AppError('upstream_timeout', tooLate)

/** Sends the response that `work` makes, or an error if it fails or, with a limit, takes longer than `milliseconds`. */
export async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  work: Promise<EncodedResponse>,
  milliseconds?: number,
): Promise<void> {
  const limited = milliseconds === undefined ? work : inTime(work, milliseconds, lateError)
  try {
    sendResponse(outgoing, await limited.catch(buildFaultResponse))
    cutUnread(incoming, outgoing)
  } catch (error) {
    log.error({ err: error }, 'response not sent')
    outgoing.destroy()
  }
}

/** Responds with an error unless a page has begun to respond, which is then cut off. */
export function respondWithFault(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) {
    sendResponse(response, buildFaultResponse(error))
    return
  }
  log.error({ err: error }, 'page failed')
  response.destroy()
}

/** The message of a request that takes longer than it may. */
const tooLate = 'The request took too long. It may still be carried out.'

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

/** Rejects a request whose body does not arrive within `milliseconds`. */
export function limitBodyTime(incoming: IncomingMessage, milliseconds: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  if (encoding === undefined && (length === undefined || length === '0')) return
  const timer = setTimeout(() => {
    if (incoming.complete) return
    const error = Object.assign(new Error('The body did not arrive in time.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    refuseOnSocket(error, incoming.socket)
  }, milliseconds).unref()
  incoming.once('close', () => clearTimeout(timer))
}

const timedOut = new Set(['57014'])
/** Serialization failure and deadlock, which remained after every retry. */
const inConflict = new Set(['40001', '40P01'])

/**
 * Converts any thrown value to an error of the closed list; an unexpected one becomes an `internal_error` without
 * details.
 */
export function asAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  const code = findDatabaseErrorCode(error) ?? ''
  if (timedOut.has(code)) return new AppError('upstream_timeout', 'The database did not respond in time.')
  if (inConflict.has(code)) {
    return new AppError('unavailable', 'Too many requests write the same records; retry shortly.', {
      headers: { 'Retry-After': '1' },
    })
  }
  const outage = noticeOutage(error)
  if (outage) {
    const what = outage === 'disk_full' ? 'The disk of the database is full' : 'The database is unreachable'
    return new AppError('unavailable', `${what}; retry shortly.`, { headers: { 'Retry-After': '5' } })
  }
  if (code === readOnlyCode) {
    return new AppError('unavailable', 'The database takes no writes now; retry shortly.')
  }
  return new AppError('internal_error', 'An internal error occurred. Quote the request id when you report it.')
}

/** The error response. */
export function buildErrorResponse(error: AppError, requestId: string): HttpResponse {
  const body: ErrorBody = {
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      ...(error.details.length > 0 ? { details: [...error.details] } : {}),
    },
  }
  const status = errorStatus[error.code]
  const challenge: Record<string, string> = status === 401 ? { 'WWW-Authenticate': 'Bearer realm="hindsight"' } : {}
  const retry: Record<string, string> = status === 503 ? { 'Retry-After': '5' } : {}
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...challenge, ...retry, ...error.headers },
    body: JSON.stringify(body),
  }
}
