/**
 * Where to go after signing in: a path of this service as it was asked for, else the start page. Never another origin.
 * `own` is the origin of this service, for an address that names it.
 */
export function returnPath(asked: string | undefined, own = 'https://hindsight.invalid'): string {
  if (!asked || !(asked.startsWith('/') || asked.startsWith(`${own}/`)) || !URL.canParse(asked, own)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, own)
  // A path with its dots resolved may begin with two slashes, which name a host.
  const isOwn = origin === own && !pathname.startsWith('//')
  return isOwn && pathname !== '/sign-in' ? `${pathname}${search}${hash}` : '/'
}
