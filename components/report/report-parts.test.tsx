import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildTable, type Inline } from '#lib/report/report.ts'
import { ReportParts } from './report-parts.tsx'

test.each<[Inline, boolean]>([
  ['', true],
  [{ written: '' }, true],
  ['Slow', false],
  [{ written: 'Slow' }, false],
])('a card leaves out the cell %j with its label: %s', (value, isLeftOut) => {
  const columns = [
    ['Change', () => 'CHG1'],
    ['Remark', () => value],
  ] as const
  const parts = [buildTable('Remarks', [null], columns, '')]
  const html = renderToStaticMarkup(<ReportParts parts={parts} level={2} renderText={String} />)
  expect(/data-label="Remark"[^>]*stacked:hidden!/.test(html)).toBe(isLeftOut)
})
