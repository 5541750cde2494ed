import type { EncodedResponse, HandlerResult } from '#server/platform/http/response.ts'
import type { RequestTarget } from '#server/platform/http/target.ts'

/** True if a parameter of the parsed query is the position in the list. */
function isPosition(pair: string): boolean {
  const [name = ''] = pair.split('=', 1)
  return ['page', 'cursor'].includes(name.includes('%') ? decodeURIComponent(name) : name)
}

/**
 * The `Link` header (RFC 8288) of a page: first, prev, next and last where they exist, as paths, so that it can be
 * cached. `next` uses a cursor where the list has cursors.
 */
export function buildPageLinks(
  { pathname, search }: RequestTarget,
  { page, limit, total, next }: NonNullable<HandlerResult<unknown>['paging']>,
): string {
  const last = Math.max(1, Math.ceil(total / limit))
  const following = next === undefined && page < last ? `page=${page + 1}` : next && `cursor=${next}`
  const places: readonly (readonly [relation: string, place: string | null | undefined])[] = [
    ['first', 'page=1'],
    ['prev', page > 1 ? `page=${Math.min(page - 1, last)}` : null],
    ['next', following],
    ['last', `page=${last}`],
  ]
  const rest = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !isPosition(pair))
  return places
    .flatMap(([relation, place]) => (place ? [`<${pathname}?${[...rest, place].join('&')}>; rel="${relation}"`] : []))
    .join(', ')
}

/** A response whose `Link` header has absolute URLs, on the origin by which the caller reached us. */
export function makeLinksAbsolute(response: EncodedResponse, findOrigin: () => string): EncodedResponse {
  const { Link } = response.headers
  if (Link === undefined) return response
  return { ...response, headers: { ...response.headers, Link: Link.replaceAll('</', `<${findOrigin()}/`) } }
}
