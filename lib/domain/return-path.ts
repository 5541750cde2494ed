/** Returns the path to open after signing in: the requested one if it is on this service, else the start page. */
export function toReturnPath(requested: string | undefined, own = 'https://hindsight.invalid'): string {
  if (!requested || !(requested.startsWith('/') || requested.startsWith(`${own}/`)) || !URL.canParse(requested, own))
    return '/'
  const { origin, pathname, search, hash } = new URL(requested, own)
  // A path with its dots resolved may begin with two slashes, which name a host.
  const isOwn = origin === own && !pathname.startsWith('//')
  return isOwn && pathname !== '/sign-in' ? `${pathname}${search}${hash}` : '/'
}
