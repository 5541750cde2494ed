import type { ImportAssumption } from '#lib/contracts/app/import-preview.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { PreparedImport } from '../mapping/prepare-import.ts'
import type { Source } from '../source/source.ts'
import type { Target } from '../targets/target.ts'
import type { Examined } from './examine-rows.ts'

export type ReadFile = {
  readonly source: Source
  readonly target: Target
  readonly mapping: Mapping
  /** Undefined where the file has none. */
  readonly delimiter: string | undefined
}

/** What was detected about the file itself, with the evidence. */
export function describeFile({ source, mapping, delimiter }: ReadFile): ImportAssumption[] {
  const remark = source.remarks.find((text) => text.includes('UTF-8'))
  return [
    assumption('format', source.format, formatEvidence(source), false),
    source.format === 'Markdown' || source.format === 'XLSX'
      ? []
      : assumption('encoding', source.encoding, remark ?? encodingEvidence(source), mapping.encoding !== undefined),
    delimiter === undefined
      ? []
      : assumption(
          'delimiter',
          delimiter,
          `The first line splits into ${source.header?.length ?? 0} columns with it.`,
          mapping.delimiter !== undefined,
        ),
    source.sheet === undefined || source.sheets?.length === 1
      ? []
      : assumption('sheet', source.sheet, sheetEvidence(mapping), mapping.sheet !== undefined),
  ].flat()
}

/** What was assumed about its rows, with the evidence. */
export function describeRows({ target, mapping }: ReadFile, prepared: PreparedImport, examined: Examined) {
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
      ? assumption('time_zone', zone ?? 'UTC', zoneEvidence(zone, hasLocalTimes), zone !== undefined)
      : [],
    target.isLog || examined.hasRepeats || mapping.last_state !== undefined
      ? assumption(
          'last_state',
          rowChoices[prepared.choice],
          prepared.assumptions.rowChoice ?? stateEvidence(target, examined),
          mapping.last_state !== undefined,
        )
      : [],
    assumption(
      'empty',
      empty.join(', '),
      emptyEvidence(empty, mapping.empty !== undefined),
      mapping.empty !== undefined,
    ),
  ].flat()
}

const rowChoices: Readonly<Record<PreparedImport['choice'], string>> = {
  first: 'The first row of a record counts',
  'last-state': 'The last state of a record counts',
  'last-state-first': 'The last state of a record counts',
}

function emptyEvidence(words: readonly string[], isChosen: boolean): string {
  if (words.length === 0)
    return isChosen ? 'Only blank cells.' : 'Only blank cells: no word such as ? or NULL is frequent.'
  return isChosen ? 'These words count as empty, too.' : 'Many cells hold it, so they count as empty.'
}

const assumption = (
  part: ImportAssumption['part'],
  value: string,
  evidence: string,
  isChosen: boolean,
): ImportAssumption => ({ part, field: null, value, evidence, is_chosen: isChosen })

function formatEvidence({ format }: Source): string {
  if (format === 'CSV') return 'The file is text with a line of column names.'
  if (format === 'XLSX') return 'The file is a workbook with column names in the first line.'
  if (format === 'NDJSON') return 'Each line is one record in braces.'
  return format === 'JSON' ? 'The file begins with a bracket.' : 'Each file is one article.'
}

const sheetEvidence = ({ sheet }: Mapping) =>
  sheet === undefined ? 'It is the first that is not hidden.' : 'Only this sheet is read.'

function encodingEvidence({ encoding }: Source): string {
  if (/^utf-16/.test(encoding)) return 'Every other byte of the beginning says so.'
  return /^utf-?8$/i.test(encoding) ? 'All bytes of the file are valid UTF-8.' : 'The file is read in this encoding.'
}

function zoneEvidence(zone: string | undefined, hasLocalTimes: boolean): string {
  if (!hasLocalTimes) return 'All times that were examined name their zone.'
  return zone === undefined
    ? 'The times name no zone. Choose the zone of the system that exported them.'
    : 'Times without a zone are in this one.'
}

function stateEvidence({ entity }: Target, { hasRepeats, rows, isWhole }: Examined): string {
  const scope = isWhole ? 'The file has' : `The first ${rows.toLocaleString('en')} rows have`
  return hasRepeats
    ? `${scope} several rows for the same record.`
    : `${scope} one row for each record, so this makes no difference to these ${entity}.`
}
