import { getSettings } from '#server/platform/settings/current-settings.ts'
import type { HeaderFields } from './api-request.ts'
import { isHost } from './target.ts'

/** Scheme and host of this service: as configured, else as the request names it. */
export function getServiceOrigin(headers: HeaderFields): string {
  const { public_url: publicUrl } = getSettings()
  if (publicUrl) return new URL(publicUrl).origin
  const protocol = headers.get('x-forwarded-proto')?.split(',')[0] ?? 'http'
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return `${protocol}://${host !== null && isHost(host) ? host : 'localhost'}`
}
