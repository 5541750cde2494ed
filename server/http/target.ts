/** What a request asks for: the path, and the query with its `?`, empty without one. */
export type Target = { readonly pathname: string; readonly search: string }

/** Addresses that a URL parser gives back as they are, but for dots as parts of the path. */
const normal = /^\/[A-Za-z0-9\-._~!$&()*+,;=:@%/?[\]]*$/
const dotPart = /\/\.\.?(?:[/?]|$)/

/** The target of a request line (RFC 9112, section 3.2.1) in its normal form; null where it is not a valid one. */
export function readTarget(address: string): Target | null {
  if (!normal.test(address) || dotPart.test(address)) return normalized(address)
  const query = address.indexOf('?')
  if (query === -1) return { pathname: address, search: '' }
  return { pathname: address.slice(0, query), search: query + 1 === address.length ? '' : address.slice(query) }
}

/** A URL parser takes a backslash in the path for a slash, which no rule about addresses foresees. */
function normalized(address: string): Target | null {
  const isOdd = !address.startsWith('/') || address.split('?', 1)[0]?.includes('\\')
  const url = isOdd ? null : URL.parse(`http://localhost${address}`)
  return url && { pathname: url.pathname, search: url.search }
}

/** The target of a whole URL in its normal form. */
export function targetOfUrl(url: string): Target {
  const { pathname, search } = new URL(url)
  return { pathname, search }
}
