import type { ImportAssumption } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { PreparedImport } from '#server/import/mapping/prepare-import.ts'
import type { Source } from '#server/import/source/source.ts'
import type { Target } from '#server/import/targets/target.ts'
import type { ExaminedRows } from './examine-rows.ts'

export type ReadFile = {
  readonly source: Source
  readonly target: Target
  readonly mapping: Mapping
  /** The delimiter; undefined for a file without one. */
  readonly delimiter: string | undefined
}

/** Describes the detected properties of the file, with the evidence. */
export function describeFile({ source, mapping, delimiter }: ReadFile): ImportAssumption[] {
  const remark = source.remarks.find((text) => text.includes('UTF-8'))
  return [
    createAssumption('format', { value: source.format, evidence: explainFormat(source), isChosen: false }),
    source.format === 'Markdown' || source.format === 'XLSX'
      ? []
      : createAssumption('encoding', {
          value: source.encoding,
          evidence: remark ?? explainEncoding(source),
          isChosen: mapping.encoding !== undefined,
        }),
    delimiter === undefined
      ? []
      : createAssumption('delimiter', {
          value: delimiter,
          evidence: `The first line splits into ${source.header?.length ?? 0} columns with it.`,
          isChosen: mapping.delimiter !== undefined,
        }),
    source.sheet === undefined || source.sheets?.length === 1
      ? []
      : createAssumption('sheet', {
          value: source.sheet,
          evidence: explainSheet(mapping),
          isChosen: mapping.sheet !== undefined,
        }),
  ].flat()
}

/** Describes the assumptions about its rows, with the evidence. */
export function describeRows({ target, mapping }: ReadFile, prepared: PreparedImport, examined: ExaminedRows) {
  const { placeholders, dateOrders, zone, hasLocalTimes } = prepared.assumptions
  const empty = mapping.empty ?? placeholders
  const dates = [...dateOrders].flatMap(([field, { order, remark }]): ImportAssumption[] => {
    if (remark === undefined) return []
    const value = order === 'day-first' ? 'Day first' : 'Month first'
    return [{ part: 'date_order', field, value, evidence: remark, is_chosen: false }]
  })
  return [
    ...dates,
    hasLocalTimes || zone !== undefined
      ? createAssumption('time_zone', {
          value: zone ?? 'UTC',
          evidence: explainZone(zone, hasLocalTimes),
          isChosen: zone !== undefined,
        })
      : [],
    target.isLog || examined.hasRepeats || mapping.last_state !== undefined
      ? createAssumption('last_state', {
          value: rowChoices[prepared.choice],
          evidence: prepared.assumptions.rowChoice ?? explainState(target, examined),
          isChosen: mapping.last_state !== undefined,
        })
      : [],
    createAssumption('empty', {
      value: empty.join(', '),
      evidence: explainEmpty(empty, { isChosen: mapping.empty !== undefined }),
      isChosen: mapping.empty !== undefined,
    }),
  ].flat()
}

const rowChoices: Readonly<Record<PreparedImport['choice'], string>> = {
  first: 'The first row of a record counts',
  'last-state': 'The last state of a record counts',
  'last-state-first': 'The last state of a record counts',
}

function explainEmpty(words: readonly string[], { isChosen }: { readonly isChosen: boolean }): string {
  if (words.length === 0)
    return isChosen ? 'Only blank cells.' : 'Only blank cells: no word such as ? or NULL is frequent.'
  return isChosen ? 'These words count as empty, too.' : 'Many cells hold it, so they count as empty.'
}

const createAssumption = (
  part: ImportAssumption['part'],
  { value, evidence, isChosen }: { readonly value: string; readonly evidence: string; readonly isChosen: boolean },
): ImportAssumption => ({ part, field: null, value, evidence, is_chosen: isChosen })

function explainFormat({ format }: Source): string {
  if (format === 'CSV') return 'The file is text with a line of column names.'
  if (format === 'XLSX') return 'The file is a workbook with column names in the first line.'
  if (format === 'NDJSON') return 'Each line is one record in braces.'
  return format === 'JSON' ? 'The file begins with a bracket.' : 'Each file is one article.'
}

const explainSheet = ({ sheet }: Mapping) =>
  sheet === undefined ? 'It is the first that is not hidden.' : 'Only this sheet is read.'

function explainEncoding({ encoding }: Source): string {
  if (/^utf-16/.test(encoding)) return 'Every other byte of the beginning says so.'
  return /^utf-?8$/i.test(encoding) ? 'All bytes of the file are valid UTF-8.' : 'The file is read in this encoding.'
}

function explainZone(zone: string | undefined, hasLocalTimes: boolean): string {
  if (!hasLocalTimes) return 'All times that were examined name their zone.'
  return zone === undefined
    ? 'The times name no zone. Choose the zone of the system that exported them.'
    : 'Times without a zone are in this one.'
}

function explainState({ entity }: Target, { hasRepeats, rows, isWhole }: ExaminedRows): string {
  const scope = isWhole ? 'The file has' : `The first ${rows.toLocaleString('en')} rows have`
  return hasRepeats
    ? `${scope} several rows for the same record.`
    : `${scope} one row for each record, so this makes no difference to these ${entity}.`
}
