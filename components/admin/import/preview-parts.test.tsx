import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ColumnTable, MissingFields } from './column-table.tsx'
import { Questions } from './reading.tsx'
import { RecordPreview } from './record-preview.tsx'
import { testPreview } from './testing-preview.ts'

const props = { preview: testPreview, mapping: {}, onChange: () => {} }
/** Extracts the text of a page, including the selected options. */
const extractText = (html: string) =>
  html
    .replace(/<option(?![^>]*selected)[^>]*>.*?<\/option>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ')

test('each column has its first values, its field, and the words that are still unknown', () => {
  const html = renderToStaticMarkup(<ColumnTable {...props} />)
  const text = extractText(html)
  expect(text).toContain('Nummer CHG1 CHG2 Number (required) Chosen')
  expect(text).toContain('Status Afsluttet (empty) State (required) Guessed from its name Words of State to map: 1')
  expect(text).toContain('Afsluttet 7× Unknown word')
  expect(html).toMatch(/<details open=""[^>]*><summary[^>]*>Words of State/)
})

test('a required field without a column is named', () => {
  const text = extractText(renderToStaticMarkup(<MissingFields {...props} />))
  expect(text).toContain('Choose a column for: Title. Records need this field: choose it in the list of columns.')
  expect(text).toContain('Default of Title')
  expect(text).not.toContain('Record class')
})

const asked = {
  ...testPreview,
  date_question: {
    columns: ['Oprettet'],
    dates: [{ text: '03-04-2026', day_first: '2026-04-03', month_first: '2026-03-04' }],
  },
  row_question: {
    field: 'number',
    key: 'CHG1',
    records: 2,
    equal_in: [],
    rows: [
      { place: 'line 2', values: { state: 'new' } },
      { place: 'line 5', values: { state: 'closed' } },
    ],
  },
}

test('an open question is shown with what each answer would mean', () => {
  const text = extractText(renderToStaticMarkup(<Questions {...props} preview={asked} />))
  expect(text).toContain('No date of Oprettet shows it.')
  expect(text).toContain('03-04-2026 3 Apr 2026 4 Mar 2026')
  expect(text).toContain('Several rows have the number CHG1: which one counts?')
  expect(text).toContain('line 2 new line 5 closed')
  expect(text).toContain('The first in the file The last in the file The latest by a column')
})

test('records are shown as they will be, with the reason for a refused row', () => {
  const text = extractText(renderToStaticMarkup(<RecordPreview preview={testPreview} />))
  expect(text).toContain('The first 20,000 rows were examined: 12 would be refused. These are the first 3 records.')
  expect(text).toContain('CHG1 line 2 Changed State: New → changed to Closed')
  expect(text).toContain('CHG2 line 3 New Title: Restart')
  expect(text).toContain('line 4 Refused Title is empty')
})

test('a plan is shown as its steps, another document as its values', () => {
  const values = {
    implementation_plan: { steps: ['Stop writers', 'Upgrade', 'Start writers', 'Check', 'Announce', 'Close'] },
    risk_assessment: { likelihood: 'medium', impact: { users: 'high' } },
  }
  const record = { place: 'line 2', key: 'CHG1', effect: 'new', reason: null, values, changes: {} } as const
  const html = renderToStaticMarkup(<RecordPreview preview={{ ...testPreview, records: [record] }} />)
  expect(extractText(html)).toContain(
    'Implementation plan: Stop writers Upgrade Start writers Check Announce and 1 more',
  )
  expect(extractText(html)).toContain('Risk assessment: Likelihood: medium Impact › Users: high')
  expect(html).not.toContain('steps')
})
