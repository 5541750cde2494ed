/** What a request asks for: the path, and the query with its `?`, empty without one. */
export type Target = { readonly pathname: string; readonly search: string }

/** The target of a request's address, which is whole and in its normal form, so that nothing needs to be parsed. */
export function targetOf({ url }: Request): Target {
  const hash = url.indexOf('#')
  const end = hash === -1 ? url.length : hash
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?')
  if (query === -1 || query > end) return { pathname: url.slice(start, end), search: '' }
  return { pathname: url.slice(start, query), search: query + 1 === end ? '' : url.slice(query, end) }
}
