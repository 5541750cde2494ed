import { writeList } from '#lib/text/cell-text.ts'

/** A nested value as the text of one cell: a list of texts as people write it, other lists and objects as JSON. */
export const textOfNested = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? writeList(value) : JSON.stringify(value)
