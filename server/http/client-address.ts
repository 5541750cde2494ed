import { processWide } from '#server/process-wide.ts'
import { getRuntime } from '#server/runtime.ts'

const addresses = () => processWide('client-addresses', () => new WeakMap<Request, string>())

/** Remembers the address of the socket that a request came on. */
export function setClientAddress(request: Request, address: string): void {
  addresses().set(request, address)
}

/**
 * The address of the caller: the socket's, or what the last proxy says where proxies are trusted. Under `next start`
 * the socket is out of reach and Next itself sets `X-Forwarded-For`.
 */
export function clientAddressOf(request: Request): string {
  const socket = addresses().get(request)
  if (socket !== undefined && !getRuntime().env.trustProxy) return socket
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || socket || 'unknown'
}
