import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { mayCall, roles } from '#lib/contracts/endpoint.ts'
import { type ErrorCode, errorCodes, errorStatus } from '#lib/contracts/error-codes.ts'

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
    ...(endpoint.errors ?? []),
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
