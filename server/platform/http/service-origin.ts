import { getRuntime } from '#server/platform/runtime/runtime.ts'

/** Scheme and host of this service: as configured, else as the request names it. */
export function serviceOrigin(headers: Headers): string {
  const { publicUrl } = getRuntime().env
  if (publicUrl) return new URL(publicUrl).origin
  const protocol = headers.get('x-forwarded-proto')?.split(',')[0] ?? 'http'
  return `${protocol}://${headers.get('host') ?? 'localhost'}`
}
