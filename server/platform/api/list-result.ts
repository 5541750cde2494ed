import { Readable } from 'node:stream'
import { accountActions, tokenActions } from '#lib/actions/access-actions.ts'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { RequestTarget } from '#server/platform/http/api-request.ts'
import { dataSecurityPolicy, type EncodedResponse, type HandlerResult } from '#server/platform/http/response.ts'
import type { Context } from '#server/platform/runtime/context.ts'

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

export type FileResponse = EncodedResponse & { readonly fileName: string }

/** A file to be saved. */
export function toFileResponse({ type, name, content }: NonNullable<HandlerResult<unknown>['file']>): FileResponse {
  const isBinary = type.startsWith('application/') && type !== 'application/x-ndjson'
  const headers = {
    'Content-Type': isBinary ? type : `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; ${sanitizeFileName(name)}`,
    // A browser that shows the file although it is to be saved gives it no rights.
    'Content-Security-Policy': `${dataSecurityPolicy}; sandbox`,
  }
  return { status: 200, headers, body: Readable.from(content), fileName: name }
}

/** The result of a handler: a file that is small enough to be made at once. */
export function toFileResult(type: string, name: string, content: string | Uint8Array): HandlerResult<never> {
  return { body: undefined as never, file: { type, name, content: Readable.from([content]) } }
}

/** The name as RFC 6266 writes it: characters beyond ASCII are encoded, beside a plain name for old clients. */
function sanitizeFileName(name: string): string {
  const plain = name.replaceAll(/[^ !#-[\]-~]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return plain === name ? `filename="${name}"` : `filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Appends a download of an auditor to the history: the files they took are evidence too. */
export async function recordDownload(ctx: Context, file: string, { pathname, search }: RequestTarget): Promise<void> {
  const { actor } = ctx
  const { downloaded } = actor.kind === 'token' ? tokenActions : accountActions
  const url = `${pathname}${search}`
  await recordEvent(ctx, downloaded, actor.id, { file: { from: null, to: file }, address: { from: null, to: url } })
}
