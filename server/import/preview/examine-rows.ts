import type { StagedRow } from '../database/staging-table.ts'
import type { PreparedImport } from '../mapping/prepare-import.ts'
import { previewSize } from '../mapping/survey.ts'
import { otherRecordReason, repeatReason, rowIdentityRemark } from '../refusals.ts'
import type { Source, SourceRow } from '../source/source.ts'
import type { Notes } from '../targets/notes.ts'
import type { Target } from '../targets/target.ts'
import { createWordCounts, type FieldDescription } from './describe-counts.ts'
import { shownCell } from './shown-cell.ts'

const maxRecords = 20
const exampleRows = 5

/** One of the first records of a file: its rows, or the reason to refuse one. */
export type PreviewRow = { readonly place: string; readonly key: string | null } & (
  | { readonly reason: string }
  | { readonly staged: readonly StagedRow[] }
)

export type Examined = {
  readonly rows: number
  readonly isWhole: boolean
  readonly refused: number
  /** Whether several rows are for one record. */
  readonly hasRepeats: boolean
  readonly records: readonly PreviewRow[]
  readonly words: FieldDescription[]
}

/** Checks the first rows of a source as its import will, and picks the first 20 records. */
export async function examineRows(
  source: Source,
  target: Target,
  prepared: PreparedImport,
  notes: Notes,
): Promise<Examined> {
  const keyIndex = target.columns.findIndex(({ name }) => name === target.key)
  const isIdentified = prepared.feeds.some(({ field }) => field === target.identityColumn?.field)
  const identityIndex = isIdentified ? target.columns.length + target.logColumns.length : -1
  const records = new Map<string | SourceRow, PreviewRow>()
  const firstRows = new Map<string, SourceRow & { readonly identity: unknown }>()
  const words = createWordCounts(source, target, prepared)
  let [rows, refused, hasRepeats, isWhole] = [0, 0, false, true]
  const refuse = (row: SourceRow, key: string | null, reason: string) => {
    refused += 1
    if (records.size < maxRecords) records.set(row, { place: source.place(row), key, reason })
  }
  reading: for await (const portion of source.rows()) {
    for (const row of portion) {
      if (rows === previewSize) {
        isWhole = false
        break reading
      }
      rows += 1
      if (row.content && row.fault === undefined) words.add(row.content)
      const checked = prepared.checkRow(row)
      if ('issues' in checked) {
        refuse(row, null, checked.issues.join('; '))
        continue
      }
      const key = String(checked.cells[keyIndex])
      const first = firstRows.get(key)
      const identity = checked.cells[identityIndex] ?? null
      if (first) hasRepeats = true
      if (!first || (first.identity === null && identity !== null)) {
        firstRows.set(key, { ...row, content: undefined, identity })
      }
      const isOther = first && identity !== null && first.identity !== null && identity !== first.identity
      if (isOther && prepared.identifyingRows.has(key)) notes.add(rowIdentityRemark(target), key)
      else if (isOther && prepared.choice !== 'first') {
        const identities = [String(identity), String(first.identity)] as const
        refuse(row, key, otherRecordReason(target, source, first, identities))
        continue
      }
      if (first && prepared.choice === 'first') refuse(row, key, repeatReason(target, source, first))
      else if (records.has(key) || (!first && records.size < maxRecords)) {
        const staged = { ordinal: row.ordinal, line: row.line, cells: checked.cells }
        const earlier = records.get(key)
        const rowsOfRecord = earlier && 'staged' in earlier ? [...earlier.staged, staged] : [staged]
        records.set(key, { place: source.place(row), key, staged: rowsOfRecord })
      }
    }
  }
  return { rows, isWhole, refused, hasRepeats, records: [...records.values()], words: words.list() }
}

/** The cells of the first five rows, by column. */
export async function readExamples(source: Source, columns: readonly string[]): Promise<Map<string, string[]>> {
  const contents: NonNullable<SourceRow['content']>[] = []
  for await (const portion of source.rows()) {
    contents.push(...portion.flatMap(({ content, fault }) => (content && fault === undefined ? [content] : [])))
    if (contents.length >= exampleRows) break
  }
  return new Map(
    columns.map((column) => {
      const pick = source.pick(column)
      return [column, contents.slice(0, exampleRows).map((content) => shownCell(pick(content)))]
    }),
  )
}
