/** The target of a request: path, and query with its `?`, empty if there is none. */
export type RequestTarget = { readonly pathname: string; readonly search: string }

/**
 * A path in normal form, the only form that this service accepts, so that a proxy, Next and the API see the same path.
 * It starts with one slash, has no empty segments (except a slash at the end) and no dot segments, plain or
 * percent-encoded, and only characters that a URL parser leaves unchanged. `%2F` is part of its segment, as in a name
 * such as `CHG 1/2`.
 */
const normalPath = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@|[\]%]+)*\/?$/i

/** A query that a URL parser leaves unchanged. */
const normalSearch = /^\?[\w\-.~!$&()*+,;=:@%/?[\]]*$/

/** The target of a request line (RFC 9112, section 3.2.1); null where its path is not in normal form or not readable. */
export function readTarget(target: string): RequestTarget | null {
  const query = target.indexOf('?')
  const pathname = query === -1 ? target : target.slice(0, query)
  if (!pathname.startsWith('/') || !normalPath.test(pathname) || !isDecodable(pathname)) return null
  if (query === -1 || query + 1 === target.length) return { pathname, search: '' }
  const search = target.slice(query)
  return { pathname, search: normalSearch.test(search) ? search : parseUrlTarget(`http://localhost${target}`).search }
}

/** The target of an absolute URL. */
export function parseUrlTarget(url: string): RequestTarget {
  const { pathname, search } = new URL(url)
  return { pathname, search }
}

/** True if a `Host` is a name or an IP address with or without a port, without anything else that a URL may contain. */
export const isHost = (host: string): boolean => !/[\s/?#@\\%,]/.test(host) && URL.canParse(`http://${host}`)

function isDecodable(pathname: string): boolean {
  try {
    return !pathname.includes('%') || decodeURIComponent(pathname) !== ''
  } catch {
    return false
  }
}
