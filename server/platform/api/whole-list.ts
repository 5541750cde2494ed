import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import Negotiator from 'negotiator'
import { type ListShape, type WholeListType, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { EncodedResponse, Reply } from '#server/platform/http/response.ts'
import { log } from '#server/platform/log/log.ts'
import { fileResponse } from './file-response.ts'
import { readQuery } from './parse-input.ts'

/** A list, and the format in which a request asks for all of it. */
export type WholeList = ListShape & { readonly type: WholeListType }

/** Where a page of a list begins: by cursor, or by number where the list has no cursors. */
export type PageStart = { readonly cursor?: string; readonly page?: number }

/** The whole list that a request asks for with `Accept`, or null. */
export function wholeListOf(shape: ListShape, { headers, target }: ApiRequest): WholeList | null {
  const accept = headers.get('accept')
  if (accept === null) return null
  const preferred = new Negotiator({ headers: { accept } }).mediaType(['application/json', ...wholeListTypes])
  const type = wholeListTypes.find((known) => known === preferred)
  if (type === undefined) return null
  const given = readQuery(target)
  const part = ['page', 'limit', 'cursor'].find((name) => Object.hasOwn(given, name))
  if (part) throw invalidField(part, 'query', `cannot be combined with ${type}, which returns the whole list`)
  return { ...shape, type }
}

/**
 * Streams a list at constant memory, page after page by cursor, and waits while the client is not reading. The first
 * page is read before, so that a failure still becomes an error response; a later one breaks the transfer off.
 */
export async function streamWholeList(
  { type, member, fields }: WholeList,
  pathname: string,
  readPage: (start: PageStart) => Promise<Reply<unknown>>,
): Promise<EncodedResponse> {
  const first = await readPage({})
  async function* texts() {
    try {
      if (type === 'text/csv') yield toCsv([fields])
      for (let page = first; ; ) {
        const records = (page.body as Record<string, readonly Row[]>)[member] ?? []
        yield type === 'text/csv'
          ? toCsv(records.map((record) => fields.map((field) => record[field])))
          : toLines(records)
        const next = nextStart(page)
        if (next === null) return
        page = await readPage(next)
      }
    } catch (error) {
      log.error({ err: error }, 'list broken off')
      throw error
    }
  }
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  const extension = type === 'text/csv' ? 'csv' : 'ndjson'
  return fileResponse({ type, name: `${name}.${extension}`, content: Readable.from(texts()) })
}

type Row = Readonly<Record<string, unknown>>

function nextStart({ paging }: Reply<unknown>): PageStart | null {
  if (!paging || paging.next === null) return null
  if (paging.next !== undefined) return { cursor: paging.next }
  return paging.page * paging.limit < paging.total ? { page: paging.page + 1 } : null
}

const toLines = (records: readonly Row[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** RFC 4180. A text that a spreadsheet would run as a formula begins with an apostrophe. */
const toCsv = (rows: readonly (readonly unknown[])[]) =>
  stringify([...rows], { record_delimiter: 'windows', escape_formulas: true, cast: { boolean: String } })
