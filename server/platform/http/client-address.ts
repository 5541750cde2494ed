import { getRuntime } from '#server/platform/runtime/runtime.ts'
import type { ApiRequest } from './api-request.ts'

/**
 * The IP address of the caller: the address of the socket, or the one that a trusted proxy reports. Under Next the
 * socket is not accessible; `resolveForwarded` has then written it into `X-Forwarded-For`, except under `next
 * start`.
 */
export function getClientIpAddress({ headers, socketAddress }: Pick<ApiRequest, 'headers' | 'socketAddress'>): string {
  if (socketAddress !== undefined && !getRuntime().env.trustProxy) return socketAddress
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || socketAddress || 'unknown'
}
