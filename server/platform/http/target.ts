/** What a request asks for: the path, and the query with its `?`, empty without one. */
export type Target = { readonly pathname: string; readonly search: string }

/**
 * A path in normal form: the only spelling that this service accepts, so that a proxy, Next and the API all see the same
 * path. It starts with one slash; no segment is empty (a slash at the end is allowed) or made of dots, written as they
 * are or percent-encoded; and it holds only characters that a URL parser leaves as they are. `%2F` stays part of its
 * segment: it belongs to a name such as `CHG 1/2` and never separates.
 */
const normalPath = /^(?:\/(?!(?:\.|%2e){1,2}(?:\/|$))[\w\-.~!$&'()*+,;=:@|[\]%]+)*\/?$/i

/** A query that a URL parser leaves as it is. */
const normalSearch = /^\?[\w\-.~!$&()*+,;=:@%/?[\]]*$/

/** The target of a request line (RFC 9112, section 3.2.1); null where its path is not in normal form. */
export function readTarget(address: string): Target | null {
  const query = address.indexOf('?')
  const pathname = query === -1 ? address : address.slice(0, query)
  if (!pathname.startsWith('/') || !normalPath.test(pathname)) return null
  if (query === -1 || query + 1 === address.length) return { pathname, search: '' }
  const search = address.slice(query)
  return { pathname, search: normalSearch.test(search) ? search : targetOfUrl(`http://localhost${address}`).search }
}

/** The target of a whole URL. */
export function targetOfUrl(url: string): Target {
  const { pathname, search } = new URL(url)
  return { pathname, search }
}
