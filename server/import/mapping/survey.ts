import { shorten } from '#lib/text/shorten.ts'
import { isServiceNowValue } from '#server/import/cells/servicenow-value.ts'
import { foldColumnName } from '#server/import/source/column-names.ts'
import { maxColumns } from '#server/import/source/limits.ts'
import type { RowContent, Source } from '#server/import/source/source.ts'
import { readJsonObject } from '#server/import/source/table-cells.ts'
import type { FieldSpecs } from '#server/import/targets/field-spec.ts'
import { createEvidence, type DateEvidence, isDecided, isNeeded, observeDate } from './date-evidence.ts'

/** The results of examining the first rows of a source. */
export type Survey = {
  readonly columns: readonly string[]
  /** True if records have members beyond the first 1,000 names; the rest fill no field. */
  readonly isCut: boolean
  /** Texts such as `?` or `NULL` that are frequent enough to count as empty. */
  readonly placeholders: readonly string[]
  readonly evidence: ReadonlyMap<string, DateEvidence>
  /** Up to five different cells of each column. */
  readonly examples: ReadonlyMap<string, readonly string[]>
}

export const sampleSize = 2000
/** Maximum rows that a preview reads. */
export const previewSize = 20_000
const placeholderCells = new Set(['?', '-', '--', 'N/A', 'n/a', 'NULL', 'null', '(empty)', '\\N', 'NaN'])

/**
 * Examines the first 2,000 rows: columns, placeholders and the order of dates. The members of an object in a cell count
 * as columns too, unless the column is a field whose value is the object.
 */
export async function surveySource(source: Source, fields: FieldSpecs): Promise<Survey> {
  const isField = (column: string) => Object.hasOwn(fields, foldColumnName(column))
  const columns = new Map<string, ColumnSurvey>((source.header ?? []).map((column) => [column, createColumnSurvey()]))
  const placeholders = new Map<string, number>()
  let cells = 0
  let isCut = false
  for await (const content of readFirstContents(source, sampleSize)) {
    for (const [column, cell] of source.header
      ? listTableCells(source.header, content, isField)
      : listMembers(content)) {
      cells += 1
      isCut ||= columns.size >= maxColumns && !columns.has(column)
      const isPlaceholder = typeof cell === 'string' && placeholderCells.has(cell)
      if (isPlaceholder) placeholders.set(cell, (placeholders.get(cell) ?? 0) + 1)
      const isText = typeof cell === 'string' || typeof cell === 'number'
      observeCell(columns, column, isText && !isPlaceholder ? String(cell) : undefined)
    }
  }
  return {
    columns: [...columns.keys()],
    isCut,
    placeholders: [...placeholders].filter(([, count]) => count * 100 >= cells).map(([cell]) => cell),
    evidence: new Map([...columns].map(([name, { evidence }]) => [name, evidence])),
    examples: new Map([...columns].map(([name, { examples }]) => [name, [...examples]])),
  }
}

/** Yields the contents of the first readable rows. */
async function* readFirstContents(source: Source, max: number): AsyncGenerator<RowContent> {
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

/** Continues reading, to the end if necessary, until the order of dates in these columns is known. */
export async function chooseDateOrder(source: Source, survey: Survey, columns: readonly string[]): Promise<Survey> {
  const isOpen = (column: string) => {
    const evidence = survey.evidence.get(column)
    return evidence !== undefined && isNeeded(evidence) && !isDecided(evidence)
  }
  if (columns.some((column) => isDecided(survey.evidence.get(column) ?? createEvidence()))) return survey
  let open = columns.filter(isOpen).map((column) => ({ pick: source.pick(column), evidence: createEvidence(), column }))
  if (open.length === 0) return survey
  const evidence = new Map([...survey.evidence, ...open.map((entry) => [entry.column, entry.evidence] as const)])
  for await (const portion of source.rows()) {
    for (const { content } of portion) {
      if (content) for (const entry of open) observeDate(entry.evidence, entry.pick(content))
    }
    open = open.filter((entry) => !isDecided(entry.evidence))
    if (open.length === 0) break
  }
  return { ...survey, evidence }
}

type ColumnSurvey = { evidence: DateEvidence; examples: Set<string> }

const createColumnSurvey = (): ColumnSurvey => ({ evidence: createEvidence(), examples: new Set() })

function observeCell(columns: Map<string, ColumnSurvey>, name: string, cell?: string): void {
  const column = columns.get(name) ?? createColumnSurvey()
  if (columns.size >= maxColumns && !columns.has(name)) return
  columns.set(name, column)
  if (cell === undefined || cell === '') return
  observeDate(column.evidence, cell)
  if (column.examples.size < 5) column.examples.add(shorten(cell, 100))
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
