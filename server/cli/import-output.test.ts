import { expect, test } from 'vitest'
import type { ImportSummary } from '#server/import/import-report.ts'
import { describeImport } from './import-output.ts'

const feed = {
  field: 'state',
  columns: ['Status', 'State'],
  join: null,
  values: {},
  format: null,
  default: null,
  is_guessed: true,
}
const summary: ImportSummary = {
  id: 'import_1',
  entity: 'incidents',
  name: 'log.csv',
  isDryRun: false,
  rows: 3000,
  refused: 6,
  refusedPath: '/data/log.csv.refused.csv',
  result: {
    inserted: 440,
    updated: 1,
    unchanged: 0,
    superseded: 2553,
    kept: 0,
    stubs: 1,
    format: 'CSV',
    encoding: 'utf-8',
    fields: [feed],
    unused_columns: ['rfc', 'vendor'],
    remarks: ['Cells with ? are read as empty.'],
    refusals: [{ place: 'line 7', line: 7, reason: 'Number is empty' }],
  },
}
const withResult = (change: Partial<ImportSummary['result']>) => ({
  ...summary,
  result: { ...summary.result, ...change },
})

test('results, assumptions and rejected rows are reported', () => {
  expect(describeImport(summary, 1.5)).toBe(`incidents from log.csv (CSV, utf-8)

Fields and their columns
  state                Status, else State

Unused columns
  rfc, vendor

Remarks
  Cells with ? are read as empty.

Refused, the first 1 of 6
  line 7: Number is empty

All refused rows are in /data/log.csv.refused.csv; correct them there and import that file.

3,000 rows: 440 inserted, 1 updated, 0 unchanged, 6 refused (1.5 s, 2,000 rows a second)
2,553 rows with other states of records: of several rows for one record, one counts.
1 change named by incidents and unknown: created as a stub until it is imported.`)
})

test('a clean dry run is short', () => {
  const clean = withResult({ unused_columns: [], remarks: [], refusals: [], superseded: 0, stubs: 0 })
  const text = describeImport({ ...clean, refused: 0, refusedPath: undefined, isDryRun: true }, 1)
  expect(text).not.toContain('Refused')
  expect(text.endsWith('Dry run: nothing was written.')).toBe(true)
})

test.each([
  [{ join: ' / ' }, 'state                Status + State'],
  [{ is_guessed: false }, 'state                Status, else State (from the mapping)'],
  [
    { columns: [], default: 'closed', is_guessed: false },
    'state                no column ("closed" where empty; from the mapping)',
  ],
  [
    { columns: ['Status'], values: { a: 'new' }, format: 'dd-MM-yyyy' },
    'state                Status (1 word translated; as dd-MM-yyyy)',
  ],
])('a feed with %j is %s', (change, line) => {
  expect(describeImport(withResult({ fields: [{ ...feed, ...change }] }), 1)).toContain(`  ${line}\n`)
})
