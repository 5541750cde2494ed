import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'

export const testFeed = (field: string, columns: string[], more: Partial<ImportFeed> = {}): ImportFeed => ({
  field,
  columns,
  join: null,
  values: {},
  format: null,
  formats: [],
  default: null,
  is_guessed: true,
  ...more,
})

/** Preview of a Danish file of changes. */
export const testPreview: ImportPreview = {
  problem: null,
  suggested_preset: null,
  examined: { rows: 20_000, is_whole: false, refused: 12 },
  date_question: null,
  row_question: null,
  reading: { format: 'CSV', encoding: 'utf-8', delimiter: ';', sheet: null, is_log: true },
  has_local_times: true,
  sheets: [],
  fields: [
    { name: 'number', is_required: true, is_date: false, values: null },
    { name: 'title', is_required: true, is_date: false, values: null },
    { name: 'state', is_required: true, is_date: false, values: ['new', 'closed'] },
    { name: 'created_at', is_required: false, is_date: true, values: null },
    { name: 'record_class', is_required: false, is_date: false, values: null },
  ],
  columns: [
    { name: 'Nummer', examples: ['CHG1', 'CHG2'] },
    { name: 'Status', examples: ['Afsluttet', ''] },
    { name: 'Oprettet', examples: ['25-12-2025', '01-02-2026'] },
  ],
  feeds: [
    testFeed('number', ['Nummer'], { is_guessed: false }),
    testFeed('state', ['Status']),
    testFeed('created_at', ['Oprettet'], { formats: ['dd-MM-yyyy'] }),
  ],
  words: [
    {
      field: 'state',
      is_complete: true,
      words: [{ word: 'Afsluttet', rows: 7, becomes: null, problem: '"Afsluttet" is not one of new, closed' }],
    },
  ],
  unimported: [],
  open_end: null,
  records: [
    {
      place: 'line 2',
      key: 'CHG1',
      effect: 'changed',
      reason: null,
      values: { state: 'closed' },
      changes: { state: { from: 'new', to: 'closed' } },
    },
    { place: 'line 3', key: 'CHG2', effect: 'new', reason: null, values: { title: 'Restart' }, changes: {} },
    { place: 'line 4', key: null, effect: 'refused', reason: 'Title is empty', values: {}, changes: {} },
  ],
  remarks: [],
}
