import { getRuntime } from '#server/runtime.ts'
import type { ApiRequest } from './api-request.ts'

/**
 * The address of the caller: the socket's, or what the last proxy says where proxies are trusted. Under `next start`
 * the socket is out of reach and Next itself sets `X-Forwarded-For`.
 */
export function clientAddressOf({ headers, socketAddress }: Pick<ApiRequest, 'headers' | 'socketAddress'>): string {
  if (socketAddress !== undefined && !getRuntime().env.trustProxy) return socketAddress
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || socketAddress || 'unknown'
}
