import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from '#lib/text/cell-text.ts'

/**
 * Rows of cells as CSV (RFC 4180): lines end with CR LF unless `lineEnds` says otherwise, a cell that holds a line end
 * of any system is quoted, and a text that a spreadsheet would run as a formula is marked as `escapeFormula` does.
 */
export const writeCsv = (rows: readonly (readonly unknown[])[], lineEnds: 'windows' | 'unix' = 'windows'): string =>
  stringify([...rows], {
    record_delimiter: lineEnds,
    quoted_match: /[\r\n]/,
    cast: { boolean: String, string: escapeFormula },
  })
