import { AppError } from '#server/errors.ts'
import { getRuntime } from '#server/runtime.ts'

/** Throws `csrf_rejected` unless a browser says that the request comes from our own pages. */
export function assertSameOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  if (site === null ? isOwnOrigin(request) : site === 'same-origin') return
  throw new AppError('csrf_rejected', 'A write with a session must come from a page of this service.')
}

function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  const own = getRuntime().env.publicUrl
  return own ? new URL(own).origin === origin : new URL(origin).host === request.headers.get('host')
}
