/** Where to go after signing in: a path of this service as it was asked for, else the start page. Never another origin. */
export function returnPath(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return '/'
  const base = 'https://hindsight.invalid'
  if (!URL.canParse(asked, base)) return '/'
  const { origin, pathname, search, hash } = new URL(asked, base)
  return origin === base && pathname !== '/sign-in' ? `${pathname}${search}${hash}` : '/'
}
