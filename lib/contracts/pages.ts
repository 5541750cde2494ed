import { z } from 'zod'
import { oneOf, wholeNumber } from './primitives.ts'

export const cursor = z
  .string()
  .min(1)
  .max(2048)
  .optional()
  .describe(
    'Opaque position in the list, from `rel="next"` of the `Link` header. Reading by cursor costs the same anywhere in the list, and neither repeats nor omits records while others are written. Cannot be combined with `page`.',
  )

/** Formats in which a list is returned whole. */
export const listFormats = ['csv', 'ndjson', 'xlsx'] as const
export type ListFormat = (typeof listFormats)[number]

/** The parameters that request a whole list. */
export const WholeList = {
  format: oneOf(listFormats)
    .optional()
    .describe(
      'Returns all records that match as a file, without `page`, `limit` and `cursor`, like `Accept` with its media type. `xlsx` holds at most 1,048,575 records.',
    ),
  fields: z
    .string()
    .regex(/^\w+(,\w+)*$/, { error: 'must be names of fields, separated by commas' })
    .max(2000)
    .optional()
    .describe('The fields of each record in the file, in this order, separated by commas; all by default'),
}

/** The page of a list, and how many of its records a page has: at most, and by default. */
export const pageOf = (noun: string, most: number, usual: number) => ({
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
  limit: wholeNumber(1, most).default(usual).describe(`${noun} per page`),
})

/** Page and limit of interface A (specification, section 8). */
export const ResourcePage = { ...pageOf('Records', 100, 50), cursor, ...WholeList }

/** Page and limit of interface B. */
export const RecordPage = { ...pageOf('Records', 1000, 1000), cursor, ...WholeList }

/** Metadata of a list of interface A (specification, section 2.1). */
export const ListMeta = z
  .object({
    total: z.int().min(0).describe('Total number of records matching'),
    page: z.int().min(1).describe('Page number returned'),
    limit: z.int().min(1).max(100).describe('Records per page applied'),
  })
  .meta({ id: 'ListMeta' })

/** The `query` parameter of interface B. */
export const FilterQuery = z
  .string()
  .meta({ maxLength: 4096 })
  .describe('A filter expression; see the filter language in the reference')

export type PageRequest = { readonly page: number; readonly limit: number }

/**
 * A page of records with the total of matching records, read from one snapshot. `next` is the cursor of the next page:
 * null on the last page, absent for a list without cursors. `page` is the number of a page read by cursor.
 */
export type Page<Row> = {
  readonly rows: Row[]
  readonly total: number
  readonly page?: number
  readonly next?: string | null
}
