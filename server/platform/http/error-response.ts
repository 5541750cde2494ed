import { errorStatus } from '#lib/contracts/error-codes.ts'
import type { ErrorBody } from '#lib/contracts/errors.ts'
import { findDatabaseErrorCode } from '#server/platform/db/error-code.ts'
import { readOnlyCode } from '#server/platform/db/read-only.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import type { HttpResponse } from './response.ts'

const timedOut = new Set(['57014'])
/** Serialization failure and deadlock, which remained after every retry. */
const inConflict = new Set(['40001', '40P01'])
const outOfReach =
  /^(08...|26000|28...|3D000|42P05|53...|55000|57P0[1-5]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after/

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
  if (outOfReach.test(code) || connectionLost.test(rootMessage(error))) {
    return new AppError('unavailable', 'The database is unreachable; retry shortly.', {
      headers: { 'Retry-After': '5' },
    })
  }
  if (code === readOnlyCode) {
    return new AppError('unavailable', 'The database takes no writes now; retry shortly.')
  }
  return new AppError('internal_error', 'An internal error occurred. Quote the request id when you report it.')
}

function rootMessage(error: unknown): string {
  let message = ''
  for (let current = error; current instanceof Error; current = current.cause) message = current.message
  return message
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
