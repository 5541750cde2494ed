import { writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from 'hucre/xlsx'
import Negotiator from 'negotiator'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import { type ListFormat, listFormats } from '#lib/contracts/pages.ts'
import { findFormat, type ListShape, wholeListTypes } from '#lib/contracts/whole-list.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { writeList, writeWorkbookText } from '#lib/text/cell-text.ts'
import { shorten } from '#lib/text/shorten.ts'
import { invalidField } from '#server/platform/errors.ts'
import { writeCsv } from '#server/platform/files/csv-text.ts'
import type { ApiRequest } from '#server/platform/http/api-request.ts'
import type { HandlerResult } from '#server/platform/http/response.ts'
import type { InTurns } from '#server/platform/limits/fair-queue.ts'
import { log } from '#server/platform/log/log.ts'
import { type FileResponse, toFileResponse } from './list-result.ts'
import { readQuery } from './read-input.ts'

/** A list, and the format in which a request asks for all of it. */
export type WholeList = ListShape & { readonly format: ListFormat }

/** The start of a page of a list: a cursor, or a page number if the list has no cursors. */
export type PageStart = { readonly cursor?: string; readonly page?: number }

/** Number of records read at once. */
export const wholeListPage = 1000

/**
 * The whole list that a request asks for with `format` or `Accept`, with the `fields` that it names, or null. Throws
 * `invalid_parameter` for fields that the list does not have.
 */
export function readWholeList(shape: ListShape, { headers, target }: ApiRequest): WholeList | null {
  const query = readQuery(target)
  const format = listFormats.find((known) => known === query.format) ?? acceptedFormat(headers.get('accept'))
  if (format === undefined) {
    if (Object.hasOwn(query, 'fields')) throw invalidField('fields', 'query', 'needs `format`')
    return null
  }
  const part = ['page', 'limit', 'cursor'].find((name) => Object.hasOwn(query, name))
  if (part) throw invalidField(part, 'query', `cannot be combined with ${format}, which returns the whole list`)
  return { ...shape, format, fields: readFields(shape, query.fields) }
}

function acceptedFormat(accept: string | null): ListFormat | undefined {
  if (accept === null) return undefined
  return findFormat(
    new Negotiator({ headers: { accept } }).mediaType(['application/json', ...Object.values(wholeListTypes)]),
  )
}

function readFields({ fields }: ListShape, given: unknown): readonly string[] {
  if (typeof given !== 'string') return fields
  const chosen = given.split(',')
  const unknown = chosen.find((name, index) => !fields.includes(name) || chosen.indexOf(name) !== index)
  if (unknown === undefined) return chosen
  throw invalidField('fields', 'query', `must be different fields of the list, not ${shorten(unknown, 100)}`)
}

/**
 * Streams a list at constant memory, page after page by cursor, and waits while the client is not reading. The first
 * page is read before, so that a failure still becomes an error response; a later one breaks the transfer off. Throws
 * `invalid_parameter` for more records than a workbook holds.
 */
export async function streamWholeList(
  list: WholeList,
  pathname: string,
  readPage: (start: PageStart) => Promise<HandlerResult<unknown>>,
  inTurns: InTurns = (parts) => parts,
): Promise<FileResponse> {
  const { format, member } = list
  const first = await readPage({})
  const total = first.paging?.total ?? 0
  if (format === 'xlsx' && total > maxWorkbookRecords) {
    const counts = [total, maxWorkbookRecords].map((count) => count.toLocaleString('en'))
    throw invalidField('format', 'query', `has no room for ${counts[0]} records: a sheet holds ${counts[1]}`)
  }
  async function* pages() {
    try {
      for (let page = first; ; ) {
        yield (page.body as Record<string, readonly WholeListRow[]>)[member] ?? []
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
  const content = writers[format](list, inTurns(pages()))
  return toFileResponse({ type: wholeListTypes[format], name: `${name}.${format}`, content })
}

type WholeListRow = Readonly<Record<string, unknown>>
type Writer = (list: WholeList, pages: AsyncIterable<readonly WholeListRow[]>) => AsyncIterable<string | Uint8Array>

const writers: Readonly<Record<ListFormat, Writer>> = {
  async *csv({ fields }, pages) {
    const toCell = (value: unknown) => (typeof value === 'object' && value !== null ? formatNested(value) : value)
    yield writeCsv([fields])
    for await (const records of pages) {
      yield writeCsv(records.map((record) => fields.map((field) => toCell(record[field]))))
    }
  },
  async *ndjson({ fields }, pages) {
    const toLine = (record: WholeListRow) =>
      JSON.stringify(Object.fromEntries(fields.map((field) => [field, record[field]])))
    for await (const records of pages) yield records.map((record) => `${toLine(record)}\n`).join('')
  },
  xlsx: ({ fields, dates }, pages) => writeWorkbook(fields, dates, pages),
}

function nextStart({ paging }: HandlerResult<unknown>): PageStart | null {
  if (!paging || paging.next === null) return null
  if (paging.next !== undefined) return { cursor: paging.next }
  return paging.page * paging.limit < paging.total ? { page: paging.page + 1 } : null
}

/**
 * A nested value as the text of one cell: lists of texts, and of the reasons of a review, as people write them; other
 * lists and objects as JSON.
 */
export function formatNested(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.every((item) => typeof item === 'string')) return writeList(value)
  return value.every(isReason) ? writeList(value.map(describeReason)) : JSON.stringify(value)
}

const isReason = (item: unknown): item is OwedReason =>
  typeof item === 'object' && item !== null && 'rule_id' in item && 'rule' in item && 'text' in item

/** Maximum records of a sheet below its header. */
const maxWorkbookRecords = XLSX_MAX_ROWS_PER_SHEET - 1

/** The first day that Excel numbers correctly: it has a February 29 in 1900. */
const firstDay = Date.UTC(1900, 2, 1)

const formats = { day: 'yyyy-mm-dd', moment: 'yyyy-mm-dd hh:mm:ss' }

type WorkbookRow = Readonly<Record<string, unknown>>

/** A workbook (XLSX) of one sheet, written while its records are read. Text is never a formula. */
function writeWorkbook(
  fields: readonly string[],
  dates: ListShape['dates'],
  pages: AsyncIterable<readonly WorkbookRow[]>,
): AsyncIterable<Uint8Array> {
  async function* rows() {
    for await (const records of pages) {
      for (const record of records) yield fields.map((field) => toCell(record[field], field in dates))
    }
  }
  const columns = fields.map((field) => {
    const kind = dates[field]
    return {
      header: kind === 'moment' ? `${field} (UTC)` : field,
      width: kind === undefined ? 18 : 20,
      ...(kind && { numFmt: formats[kind] }),
    }
  })
  return writeXlsxStream(rows(), { name: 'Records', columns, freezePane: { rows: 1 } })
}

function toCell(value: unknown, isDate: boolean): string | number | boolean | Date | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : formatNested(value)
  const date = new Date(isDate ? text : Number.NaN)
  if (date.getTime() >= firstDay) return date
  return writeWorkbookText(text)
}
