import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Assumptions } from './assumptions.tsx'
import { ColumnTable } from './column-table.tsx'
import { MissingFields } from './missing-fields.tsx'
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

test('each assumption has its evidence and a control with a name', () => {
  const html = renderToStaticMarkup(<Assumptions {...props} />)
  expect(extractText(html)).toContain('Day first Oprettet: dates such as "25-12-2025" are read day first.')
  expect(html).toContain('aria-label="Order of dates: Created at"')
  expect(html).toContain('aria-label="Delimiter"')
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
