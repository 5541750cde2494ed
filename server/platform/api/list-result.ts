import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import type { EncodedResponse, HandlerResult } from '#server/platform/http/response.ts'
import type { RequestTarget } from '#server/platform/http/target.ts'

/** Converts a page of a list to the result of a handler of the resource API. */
export const toResourceList = <Row>({ rows, total, next, ...read }: Page<Row>, { limit, ...request }: PageRequest) => {
  const page = read.page ?? request.page
  return { body: { data: rows, meta: { total, page, limit } }, paging: { page, limit, total, next } }
}

/** Converts a page of a list to the result of a handler of the change-management API. */
export const toRecordList = <Row>({ rows, total, next, ...read }: Page<Row>, { limit, ...request }: PageRequest) => ({
  body: { result: rows, total_count: total },
  paging: { page: read.page ?? request.page, limit, total, next },
})

/** A versioned record as the bare object, its version as the ETag. */
export function toRecordResult<Record extends { version: number }>({ version, ...body }: Record) {
  return { body, version } satisfies HandlerResult<Omit<Record, 'version'>>
}

/** The result of a PUT: the record afterwards, and whether it is new. */
export type PutResult<Record> = { readonly record: Record; readonly isCreated: boolean }

/** A record after a PUT, which `location` names if it is new. */
export function toPutRecordResult<Record extends { version: number }>(
  { record, isCreated }: PutResult<Record>,
  location: string,
) {
  return { ...toRecordResult(record), ...(isCreated && { isCreated, location }) }
}

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
