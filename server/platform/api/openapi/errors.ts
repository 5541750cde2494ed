import type { oas31 } from 'zod-openapi'
import { type Endpoint, mayCall, roles } from '#lib/contracts/endpoint.ts'
import { type ErrorCode, errorCodes, errorStatus } from '#lib/contracts/error-codes.ts'
import type { ErrorBody, ErrorDetail } from '#lib/contracts/errors.ts'
import { buildHeaderRefs, type ResponseHeader } from './parameters.ts'

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

/**
 * Every code that an operation can return, in the order of the closed list: those implied by `route()` and those it
 * lists.
 */
export function listPossibleErrors(endpoint: Endpoint): ErrorCode[] {
  const possible = new Set<ErrorCode>([
    'invalid_request',
    'invalid_parameter',
    ...accessErrors(endpoint),
    ...writeErrors(endpoint),
    ...(endpoint.body || endpoint.upload || endpoint.raw
      ? (['payload_too_large', 'unsupported_media_type'] as const)
      : []),
    'rate_limited',
    'internal_error',
    'unavailable',
    'upstream_timeout',
    ...(endpoint.upload ? (['insufficient_storage'] as const) : []),
    ...(endpoint.filterFields ? (['invalid_filter'] as const) : []),
    ...(endpoint.errors ?? (endpoint.params ? (['not_found'] as const) : [])),
  ])
  return errorCodes.filter((code) => possible.has(code))
}

/** The possible errors of an endpoint by status, lowest first. */
export function groupPossibleErrors(endpoint: Endpoint): [status: number, codes: ErrorCode[]][] {
  const byStatus = Map.groupBy(listPossibleErrors(endpoint), (code) => errorStatus[code])
  return [...byStatus].toSorted(([left], [right]) => left - right)
}

function accessErrors(endpoint: Endpoint): ErrorCode[] {
  const { access, method } = endpoint
  if (access === 'public') return []
  if (access === 'signature') return ['unauthenticated']
  const isForAnyToken = 'system' in access && access.system === 'any' && access.scope === 'read'
  const isForEveryRole = roles.every((role) => mayCall(role, endpoint))
  return [
    'unauthenticated',
    ...(isForAnyToken ? [] : (['insufficient_scope'] as const)),
    ...(isForEveryRole ? [] : (['forbidden'] as const)),
    ...(method === 'GET' ? [] : (['csrf_rejected'] as const)),
  ]
}

function writeErrors({ method, versioned, raw }: Endpoint): ErrorCode[] {
  if (method === 'GET' || raw) return []
  if (method === 'POST') return ['idempotency_in_progress', 'idempotency_key_reused']
  return versioned ? ['precondition_failed'] : []
}

type ErrorRefs = Record<`4${string}` | `5${string}`, oas31.ReferenceObject>

type OpenSchema = oas31.SchemaObject & { unevaluatedProperties: true }

/** The error responses of an operation by status, as references to components. */
export function listErrorResponseRefs(endpoint: Endpoint): ErrorRefs {
  return Object.fromEntries(
    groupPossibleErrors(endpoint).map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${componentName(codes, endpoint)}` },
    ]),
  )
}

/** Every error response that the operations refer to. */
export function buildErrorResponseComponents(endpoints: readonly Endpoint[]): Record<string, oas31.ResponseObject> {
  return Object.fromEntries(
    endpoints.flatMap((endpoint) =>
      groupPossibleErrors(endpoint).map(([, codes]) => [
        componentName(codes, endpoint),
        errorResponse(codes, endpoint),
      ]),
    ),
  )
}

function componentName(codes: readonly ErrorCode[], endpoint: Endpoint): string {
  const names = codes.map((code) => code.replace(/(?:^|_)([a-z])/g, (_, initial: string) => initial.toUpperCase()))
  const variant = codes.includes('unsupported_media_type') ? `On${endpoint.method === 'PATCH' ? 'Patch' : 'Post'}` : ''
  return names.join('Or') + variant
}

function errorResponse(codes: readonly ErrorCode[], endpoint: Endpoint): oas31.ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorWording[code].when}.`).join('\n\n'),
    headers: buildHeaderRefs(...codes.flatMap((code) => listHeaders(code, endpoint))),
    content: {
      'application/json': {
        schema: { allOf: [{ $ref: '#/components/schemas/Error' }, narrowCodes(codes)] },
        examples: Object.fromEntries(codes.map((code) => [code, { summary: code, value: buildExample(code) }])),
      },
    },
  }
}

/** The part of `Error` that a response fixes; extends `Error`, also for validators that forbid unknown members. */
function narrowCodes(codes: readonly ErrorCode[]): oas31.SchemaObject {
  const code: oas31.SchemaObject = { type: 'string', enum: [...codes] }
  const error: OpenSchema = { type: 'object', properties: { code }, unevaluatedProperties: true }
  return { type: 'object', properties: { error } }
}

function listHeaders(code: ErrorCode, endpoint: Endpoint): ResponseHeader[] {
  if (code === 'unsupported_media_type') return [endpoint.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post']
  switch (errorStatus[code]) {
    case 401:
      return ['WWW-Authenticate']
    case 429:
    case 503:
      return ['Retry-After']
    default:
      return []
  }
}

function buildExample(code: ErrorCode): ErrorBody {
  const { message, details } = errorWording[code]
  return {
    error: {
      code,
      message,
      request_id: 'b3a1f0c2-6a7e-4a53-9d0e-4f1f3c1d2a77',
      ...(details ? { details: [...details] } : {}),
    },
  }
}
