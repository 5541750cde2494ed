import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ErrorDetail } from '#lib/contracts/errors.ts'

type Wording = {
  /** When the code is returned, as a clause. */
  readonly when: string
  readonly message: string
  readonly details?: readonly ErrorDetail[]
}

/** What each code of the closed list means, with a response as a caller may get it. */
export const errorWording: Readonly<Record<ErrorCode, Wording>> = {
  invalid_request: {
    when: 'the request cannot be read: JSON that is malformed, bad encoding, a parameter given twice, a NUL character',
    message: 'page is given more than once.',
  },
  invalid_parameter: {
    when: 'a query, path, header or body value does not fit, or a parameter or field is unknown',
    message: 'colour is not a known parameter.',
    details: [{ field: 'colour', in: 'query', issue: 'is not a known parameter' }],
  },
  invalid_filter: {
    when: '`query` is no filter; the message tells line, column and what was expected',
    message: 'query, line 1, column 1: There is no field "related_chang"; did you mean related_change?',
    details: [
      { field: 'query', in: 'query', issue: 'There is no field "related_chang"; did you mean related_change?' },
    ],
  },
  unauthenticated: {
    when: 'there is no credential, or a wrong, expired or revoked one',
    message: 'Send a bearer token in the Authorization header, or sign in.',
  },
  insufficient_scope: {
    when: 'the token is for another system, or may read where writing is needed',
    message: 'The token may only read; this needs a token with scope write.',
  },
  forbidden: {
    when: 'the role of the person who is signed in is too low',
    message: 'This needs the role reviewer; you are signed in as viewer.',
  },
  csrf_rejected: {
    when: 'a write with a session does not come from a page of this service',
    message: 'A write with a session must come from a page of this service.',
  },
  not_found: {
    when: 'there is nothing at this address',
    message: 'There is no record 0000042.',
  },
  method_not_allowed: {
    when: 'the path does not take this method; `Allow` names those it takes',
    message: '/api/v1/users takes GET, HEAD, OPTIONS, not DELETE.',
  },
  conflict: {
    when: 'the state of the record does not admit this',
    message: 'The record is not in a state that admits this.',
  },
  idempotency_in_progress: {
    when: 'a request with the same `Idempotency-Key` is still running',
    message: 'A request with this Idempotency-Key is still running; try again.',
  },
  precondition_failed: {
    when: 'the record was written since: `If-Match` names another version',
    message: 'The record has been changed since; read it again and repeat the change.',
  },
  payload_too_large: {
    when: 'the body is larger than 256 KB',
    message: 'The body must have at most 256 KB.',
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
    when: 'there were too many requests; `Retry-After` tells the seconds to wait',
    message: 'More than 600 requests in a minute; try again in 17 s.',
  },
  internal_error: {
    when: 'something failed on our side; quote the request id when you report it',
    message: 'Something failed on our side. Quote the request id when you report it.',
  },
  unavailable: {
    when: 'the database cannot be reached, or the service starts or stops; `Retry-After` tells the seconds to wait',
    message: 'The database cannot be reached now; try again shortly.',
  },
  upstream_timeout: {
    when: 'the database did not answer in time',
    message: 'The database did not answer in time.',
  },
}
