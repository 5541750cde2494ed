import { z } from 'zod'
import { invalidField } from '#server/platform/errors.ts'

/**
 * A position in a list: after the record with this sort key and identifier. `page` is the number of the page that
 * starts there.
 */
export type Cursor = {
  readonly sort: string
  /** The sort value as PostgreSQL writes it; the identifier if the list is sorted by that. */
  readonly key: string
  readonly identifier: string
  readonly page: number
}

const Written = z.tuple([z.string(), z.string(), z.string(), z.int().min(1)])

/** The opaque text of a position. */
export const writeCursor = ({ sort, key, identifier, page }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, key, identifier, page])).toString('base64url')

/** The position of a text. Throws `invalid_parameter` for any other text and for one of a list with another sort. */
export function readCursor(text: string, sort: string): Cursor {
  const [writtenSort, key, identifier, page] = parse(text)
  if (writtenSort !== sort) throw invalidField('cursor', 'query', 'belongs to a list with another sort')
  return { sort, key, identifier, page }
}

function parse(text: string) {
  try {
    return Written.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalidCursor()
  }
}

/** The error for a cursor that no response contained. */
export const invalidCursor = () =>
  invalidField('cursor', 'query', 'must be a cursor from the Link header of a response')
