/** Every error code of the API with its HTTP status; a closed list. */
export const errorStatus = {
  invalid_request: 400,
  invalid_parameter: 400,
  invalid_filter: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  forbidden: 403,
  csrf_rejected: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  upstream_timeout: 504,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]
