import { getRuntime } from '#server/platform/runtime/runtime.ts'
import type { ApiRequest } from './api-request.ts'

/**
 * The address of the caller: the socket's, or what a trusted proxy reports. Where Next took the request the socket is out
 * of reach; `settleForwarded` has written the address into `X-Forwarded-For` by then, but not under `next start`.
 */
export function clientAddressOf({ headers, socketAddress }: Pick<ApiRequest, 'headers' | 'socketAddress'>): string {
  if (socketAddress !== undefined && !getRuntime().env.trustProxy) return socketAddress
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || socketAddress || 'unknown'
}
