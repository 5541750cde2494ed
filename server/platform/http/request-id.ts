import { randomUUID } from 'node:crypto'
import type { HeaderFields } from './api-request.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** A name for a request that brings none. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '')

/** The caller's `X-Request-Id` where it is acceptable, else a new one. */
export function requestIdOf(headers: HeaderFields): string {
  const given = headers.get('x-request-id')
  return given !== null && acceptable.test(given) ? given : newRequestId()
}
