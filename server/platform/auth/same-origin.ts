import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest, HeaderFields } from '#server/platform/http/api-request.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** Throws `csrf_rejected` unless the browser's headers show that the request comes from our own pages. */
export function assertSameOrigin({ headers }: Pick<ApiRequest, 'headers'>): void {
  const site = headers.get('sec-fetch-site')
  if (site === null ? isOwnOrigin(headers) : site === 'same-origin') return
  throw new AppError('csrf_rejected', 'A write with a session must come from a page of this service.')
}

function isOwnOrigin(headers: HeaderFields): boolean {
  const origin = headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const own = getSettings().public_url
  return own ? new URL(own).origin === origin : new URL(origin).host === headers.get('host')
}
