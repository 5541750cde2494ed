import { type ErrorCode, errorCodes } from '#lib/contracts/error-codes.ts'
import type { ErrorDetail } from '#lib/contracts/errors.ts'

/** Codes of the API, and two more for no response and for a response that is not from the API. */
export type ApiErrorCode = ErrorCode | 'network_error' | 'unexpected_response'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined

  constructor(
    status: number,
    code: ApiErrorCode,
    message: string,
    more: { details?: readonly ErrorDetail[]; requestId?: string | undefined } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = more.details ?? []
    this.requestId = more.requestId
  }
}

/** Reads the error from a response. A body that is not from the API becomes `unexpected_response`. */
export async function readApiError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body: unknown = await response.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const code = errorCodes.find((known) => known === error.code) ?? 'unexpected_response'
    const details = 'details' in error && Array.isArray(error.details) ? (error.details as ErrorDetail[]) : []
    return new ApiError(response.status, code, String(error.message), { details, requestId })
  }
  return new ApiError(response.status, 'unexpected_response', `The service responded with ${response.status}.`, {
    requestId,
  })
}
