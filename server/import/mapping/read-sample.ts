import { shorten } from '#lib/text/shorten.ts'
import { isServiceNowValue } from '#server/import/cells/text.ts'
import { foldColumnName } from '#server/import/source/column-names.ts'
import { readJsonObject } from '#server/import/source/json-source.ts'
import { maxColumns } from '#server/import/source/limits.ts'
import type { RowContent, Source } from '#server/import/source/source.ts'
import type { FieldSpecs } from '#server/import/targets/field-spec.ts'

/** The columns of a source, as far as its first rows name them. */
export type Sample = {
  readonly columns: readonly string[]
  /** True if records have members beyond the first 1,000 names; the rest fill no field. */
  readonly isCut: boolean
  /** Up to five different cells of each column. */
  readonly examples: ReadonlyMap<string, readonly string[]>
}

const sampleSize = 2000
const maxExamples = 5

/**
 * Reads the columns of the first 2,000 rows. The members of an object in a cell count as columns too, unless the column
 * is a field whose value is the object.
 */
export async function readSample(source: Source, fields: FieldSpecs): Promise<Sample> {
  const isField = (column: string) => Object.hasOwn(fields, foldColumnName(column))
  const examples = new Map((source.header ?? []).map((column) => [column, new Set<string>()]))
  let isCut = false
  for await (const content of readFirstContents(source, sampleSize)) {
    const cells = source.header ? listTableCells(source.header, content, isField) : listMembers(content)
    for (const [column, cell] of cells) {
      const known = examples.get(column)
      if (!known && examples.size >= maxColumns) {
        isCut = true
        continue
      }
      const texts = known ?? new Set()
      if (!known) examples.set(column, texts)
      if (texts.size < maxExamples && (typeof cell === 'number' || (typeof cell === 'string' && cell !== '')))
        texts.add(shorten(String(cell), 100))
    }
  }
  return {
    columns: [...examples.keys()],
    isCut,
    examples: new Map([...examples].map(([name, texts]) => [name, [...texts]])),
  }
}

/** Yields the contents of the first readable rows. */
export async function* readFirstContents(source: Source, max: number): AsyncGenerator<RowContent> {
  let count = 0
  for await (const portion of source.rows()) {
    for (const { content, fault } of portion) {
      if (!content || fault !== undefined) continue
      yield content
      count += 1
      if (count >= max) return
    }
  }
}

type ColumnCell = readonly [column: string, cell: unknown]

/**
 * Yields the cells of a row by column, and the members of objects that cells of columns other than fields contain as
 * JSON.
 */
function* listTableCells(
  header: readonly string[],
  content: object,
  isField: (column: string) => boolean,
): Generator<ColumnCell> {
  for (const [index, column] of header.entries()) {
    const cell = (content as readonly string[])[index]
    yield [column, cell]
    const object = isField(column) ? undefined : readJsonObject(cell)
    if (object) yield* listMembers(object, `${column}.`, 1)
  }
}

/**
 * Yields the members of a record, with a path for those of nested objects: `address.city`. Of a list of objects, only
 * the first is read.
 */
function* listMembers(record: object, path = '', depth = 0): Generator<ColumnCell> {
  for (const [name, value] of Object.entries(record)) {
    const inner = Array.isArray(value) ? value[0] : value
    const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner) && !isServiceNowValue(inner)
    if (isObject && depth < 3) yield* listMembers(inner, `${path}${name}.`, depth + 1)
    if (!isObject || depth === 0) yield [`${path}${name}`, value]
  }
}
