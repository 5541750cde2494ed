import { type ErrorCode, errorCodes } from '#lib/contracts/error-codes.ts'
import type { ErrorDetail } from '#lib/contracts/errors.ts'

/** Codes of the API, and two of the browser's own: no answer came, or one that the API does not give. */
export type ApiErrorCode = ErrorCode | 'network_error' | 'unexpected_answer'

/** An answer of the API that is not success, or the lack of one. */
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

/** The error that an answer tells of. A body that is not the API's own becomes `unexpected_answer`. */
export async function readApiError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body: unknown = await response.json().catch(() => null)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    const code = errorCodes.find((known) => known === error.code) ?? 'unexpected_answer'
    const details = 'details' in error && Array.isArray(error.details) ? (error.details as ErrorDetail[]) : []
    return new ApiError(response.status, code, String(error.message), { details, requestId })
  }
  return new ApiError(response.status, 'unexpected_answer', `The service answered ${response.status}.`, { requestId })
}
