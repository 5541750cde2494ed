import { errorStatus } from '#lib/contracts/error-codes.ts'
import type { ErrorBody } from '#lib/contracts/errors.ts'
import { databaseErrorCode } from '#server/platform/db/error-code.ts'
import { readOnlyCode } from '#server/platform/db/read-only.ts'
import { AppError, isAppError } from '#server/platform/errors.ts'
import type { HttpResponse } from './response.ts'

const timedOut = new Set(['57014'])
const outOfReach =
  /^(08...|26000|28...|3D000|42P05|53...|55000|57P0[1-5]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after/

/** Any thrown value as an error of the closed list; what is not foreseen becomes an `internal_error` that tells nothing. */
export function asAppError(error: unknown): AppError {
  if (isAppError(error)) return error
  const code = databaseErrorCode(error) ?? ''
  if (timedOut.has(code)) return new AppError('upstream_timeout', 'The database did not answer in time.')
  if (outOfReach.test(code) || connectionLost.test(rootMessage(error))) {
    return new AppError('unavailable', 'The database cannot be reached now; try again shortly.', {
      headers: { 'Retry-After': '5' },
    })
  }
  if (code === readOnlyCode) {
    return new AppError('unavailable', 'The database takes no writes now; try again shortly.')
  }
  return new AppError('internal_error', 'Something failed on our side. Quote the request id when you report it.')
}

function rootMessage(error: unknown): string {
  let message = ''
  for (let current = error; current instanceof Error; current = current.cause) message = current.message
  return message
}

/** The response that tells a caller of an error. */
export function errorResponse(error: AppError, requestId: string): HttpResponse {
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
