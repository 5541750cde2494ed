import { AppError } from '#server/platform/errors.ts'
import type { ApiRequest, HeaderFields } from '#server/platform/http/api-request.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'

/** Throws `csrf_rejected` unless the browser's headers show that the request comes from our own pages. */
export function assertSameOrigin({ headers }: Pick<ApiRequest, 'headers'>): void {
  const site = headers.get('sec-fetch-site')
  if (site === null ? isOwnOrigin(headers) : site === 'same-origin') return
  throw new AppError('csrf_rejected', 'This write must come from a page of this service.')
}

/** True if a browser sent the request: its headers name the page. Other clients cannot be misused by a foreign page. */
export const isFromBrowser = ({ headers }: Pick<ApiRequest, 'headers'>): boolean =>
  headers.get('sec-fetch-site') !== null || headers.get('origin') !== null

function isOwnOrigin(headers: HeaderFields): boolean {
  const origin = headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const publicUrl = getSettings().public_url
  return publicUrl ? new URL(publicUrl).origin === origin : new URL(origin).host === headers.get('host')
}
