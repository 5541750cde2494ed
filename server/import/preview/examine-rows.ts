import type { StagedRow } from '#server/import/database/staging-table.ts'
import type { PreparedImport } from '#server/import/mapping/prepare-import.ts'
import { previewSize } from '#server/import/mapping/survey.ts'
import { describeRowIdentity, explainOtherRecord, explainRepeat } from '#server/import/refusals.ts'
import type { RowContent, Source, SourceRow } from '#server/import/source/source.ts'
import type { RowRemarks } from '#server/import/targets/remarks.ts'
import type { Target } from '#server/import/targets/target.ts'
import { createWordCounts, type FieldDescription } from './describe-counts.ts'
import { formatCell } from './shown-cell.ts'

const maxRecords = 20
const exampleRows = 5

/** One of the first records of a file: its rows, or the reason to refuse one. */
export type PreviewRow = { readonly place: string; readonly key: string | null } & (
  | { readonly reason: string }
  | { readonly staged: readonly StagedRow[] }
)

export type ExaminedRows = {
  readonly rows: number
  readonly isWhole: boolean
  readonly refused: number
  /** True if a record has several rows. */
  readonly hasRepeats: boolean
  readonly records: readonly PreviewRow[]
  readonly words: FieldDescription[]
}

/** Checks the first rows of a source as the import would, and picks the first 20 records. */
export async function examineRows(
  source: Source,
  target: Target,
  prepared: PreparedImport,
  remarks: RowRemarks,
): Promise<ExaminedRows> {
  const words = createWordCounts(source, target, prepared)
  const records = createRecordPicker(source, target, prepared, remarks)
  let rows = 0
  for await (const portion of source.rows()) {
    for (const row of portion) {
      if (rows === previewSize) return { rows, isWhole: false, ...records.result(), words: words.list() }
      rows += 1
      if (row.content && row.fault === undefined) words.add(row.content)
      const checked = prepared.checkRow(row)
      if ('issues' in checked) records.refuse(row, null, checked.issues.join('; '))
      else records.add(row, checked.cells)
    }
  }
  return { rows, isWhole: true, ...records.result(), words: words.list() }
}

/** The first row of a key, with the first known identity among the rows of the key. */
type FirstRow = SourceRow & { readonly identity: unknown }

/** Collects the rows of the first records, and refuses repeated rows for the same reasons as an import. */
function createRecordPicker(source: Source, target: Target, prepared: PreparedImport, remarks: RowRemarks) {
  const keyIndex = target.columns.findIndex(({ name }) => name === target.key)
  const isIdentified = prepared.feeds.some(({ field }) => field === target.identityColumn?.field)
  const identityIndex = isIdentified ? target.columns.length + target.logColumns.length : -1
  const isFirstChosen = prepared.choice === 'first'
  const records = new Map<string | SourceRow, PreviewRow>()
  const firstRows = new Map<string, FirstRow>()
  let refused = 0
  let hasRepeats = false

  function refuse(row: SourceRow, key: string | null, reason: string): void {
    refused += 1
    if (records.size < maxRecords) records.set(row, { place: source.place(row), key, reason })
  }

  /**
   * Returns the reason to refuse a row with the key of an earlier one; undefined if it is a later state of that record.
   */
  function findRefusal(key: string, identity: unknown, first: FirstRow): string | undefined {
    const isOther = identity !== null && first.identity !== null && identity !== first.identity
    const isOfRows = prepared.identifyingRows.has(key)
    if (isOther && isOfRows) remarks.add(describeRowIdentity(target), key)
    if (isOther && !isOfRows && !isFirstChosen) {
      return explainOtherRecord(target, source, first, [String(identity), String(first.identity)])
    }
    return isFirstChosen ? explainRepeat(target, source, first) : undefined
  }

  return {
    refuse,
    add(row: SourceRow, cells: StagedRow['cells']): void {
      const key = String(cells[keyIndex])
      const identity = cells[identityIndex] ?? null
      const first = firstRows.get(key)
      if (first) hasRepeats = true
      if (!first || (first.identity === null && identity !== null)) {
        firstRows.set(key, { ...row, content: undefined, identity })
      }
      const reason = first && findRefusal(key, identity, first)
      if (reason !== undefined) refuse(row, key, reason)
      else if (records.has(key) || (!first && records.size < maxRecords)) {
        const earlier = records.get(key)
        const before = earlier && 'staged' in earlier ? earlier.staged : []
        const staged = [...before, { ordinal: row.ordinal, line: row.line, cells }]
        records.set(key, { place: source.place(row), key, staged })
      }
    },
    result: () => ({ refused, hasRepeats, records: [...records.values()] }),
  }
}

/** Reads the cells of the first five rows, by column. */
export async function readExamples(source: Source, columns: readonly string[]): Promise<Map<string, string[]>> {
  const contents: RowContent[] = []
  for await (const portion of source.rows()) {
    contents.push(...portion.flatMap(({ content, fault }) => (content && fault === undefined ? [content] : [])))
    if (contents.length >= exampleRows) break
  }
  return new Map(
    columns.map((column) => {
      const pick = source.pick(column)
      return [column, contents.slice(0, exampleRows).map((content) => formatCell(pick(content)))]
    }),
  )
}
