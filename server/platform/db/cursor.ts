import { z } from 'zod'
import { invalidField } from '#server/platform/errors.ts'

/**
 * A place in a list: behind the record whose sort key and identifier it names. `page` is the number of the page that
 * begins there.
 */
export type Cursor = {
  readonly sort: string
  /** The value that the list is sorted by, as PostgreSQL writes it; the identifier where it is sorted by that. */
  readonly key: string
  readonly identifier: string
  readonly page: number
}

const Written = z.tuple([z.string(), z.string(), z.string(), z.int().min(1)])

/** The opaque text of a place in a list. */
export const writeCursor = ({ sort, key, identifier, page }: Cursor): string =>
  Buffer.from(JSON.stringify([sort, key, identifier, page])).toString('base64url')

/** The place that a text names. Throws `invalid_parameter` for another text, and for one of a list sorted otherwise. */
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

/** The refusal of a cursor that no response contained. */
export const invalidCursor = () =>
  invalidField('cursor', 'query', 'must be a cursor from the Link header of a response')
