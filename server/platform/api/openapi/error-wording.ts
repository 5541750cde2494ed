import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ErrorDetail } from '#lib/contracts/errors.ts'

type Wording = {
  /** The condition for the code, as a clause. */
  readonly when: string
  readonly message: string
  readonly details?: readonly ErrorDetail[]
}

/** The meaning of each code of the closed list, with an example response. */
export const errorWording: Readonly<Record<ErrorCode, Wording>> = {
  invalid_request: {
    when: 'the request is malformed: invalid JSON, invalid encoding, a repeated parameter, a NUL character',
    message: 'page appears more than once.',
  },
  invalid_parameter: {
    when: 'a value in the query, path, header or body is invalid, or a parameter or field is unknown',
    message: 'colour is not a known parameter.',
    details: [{ field: 'colour', in: 'query', issue: 'is not a known parameter' }],
  },
  invalid_filter: {
    when: '`query` is not a valid filter; the message gives line, column and what was expected',
    message: 'query, line 1, column 1: There is no field "related_chang"; did you mean related_change?',
    details: [
      { field: 'query', in: 'query', issue: 'There is no field "related_chang"; did you mean related_change?' },
    ],
  },
  unauthenticated: {
    when: 'the credential is missing, wrong, expired or revoked',
    message: 'Send a bearer token in the Authorization header, or sign in.',
  },
  insufficient_scope: {
    when: 'the token is for another system, or has scope read where write is needed',
    message: 'The token has scope read; this needs a token with scope write.',
  },
  forbidden: {
    when: 'the role of the signed-in account is too low',
    message: 'This needs the role reviewer; you are signed in as viewer.',
  },
  csrf_rejected: {
    when: 'a write with a session does not come from a page of this service',
    message: 'This write must come from a page of this service.',
  },
  not_found: {
    when: 'the address or the record does not exist',
    message: 'There is no record 0000042.',
  },
  method_not_allowed: {
    when: 'the path does not allow this method; `Allow` lists the methods it allows',
    message: '/api/v1/users allows GET, HEAD, OPTIONS, not DELETE.',
  },
  conflict: {
    when: 'the state of the record does not allow this',
    message: 'The state of the record does not allow this.',
  },
  idempotency_in_progress: {
    when: 'a request with the same `Idempotency-Key` is still running',
    message: 'A request with this Idempotency-Key is still running; retry shortly.',
  },
  precondition_failed: {
    when: 'the record has changed: `If-Match` names another version',
    message: 'The record has changed since you read it; read it again and retry.',
  },
  payload_too_large: {
    when: 'the body is larger than 256 KB',
    message: 'The body must not exceed 256 KB.',
  },
  unsupported_media_type: {
    when: 'the body is not JSON in UTF-8, or it is compressed',
    message: 'The body must be application/json in UTF-8, without encoding.',
  },
  idempotency_key_reused: {
    when: 'the `Idempotency-Key` was used with another path or body',
    message: 'This Idempotency-Key was used with another path or body.',
  },
  rate_limited: {
    when: 'too many requests; `Retry-After` is the number of seconds to wait',
    message: 'More than 600 requests in a minute; retry in 17 s.',
  },
  internal_error: {
    when: 'an internal error; quote the request id when you report it',
    message: 'An internal error occurred. Quote the request id when you report it.',
  },
  unavailable: {
    when: 'the database is unreachable, or the service is starting, stopping or overloaded; `Retry-After` is the number of seconds to wait',
    message: 'The database is unreachable; retry shortly.',
  },
  upstream_timeout: {
    when: 'the database did not respond in time',
    message: 'The database did not respond in time.',
  },
  insufficient_storage: {
    when: 'the stored files of all imports take as much as they may',
    message: 'The files of imports take 5,000 MB of the 5,000 MB that they may take together.',
  },
}
