import { randomUUID } from 'node:crypto'
import type { HeaderFields } from './api-request.ts'

const acceptable = /^[A-Za-z0-9._-]{8,128}$/

/** Creates an id for a request without one. */
export const newRequestId = (): string => randomUUID().replaceAll('-', '')

/** The caller's `X-Request-Id` if it is acceptable, else a new id. */
export function chooseRequestId(headers: HeaderFields): string {
  const sent = headers.get('x-request-id')
  return sent !== null && acceptable.test(sent) ? sent : newRequestId()
}
