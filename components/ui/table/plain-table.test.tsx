import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type DataColumn, PlainTable } from './plain-table.tsx'

type CountRow = { owner: string | null; count: number }

const columns: readonly DataColumn<CountRow>[] = [
  { label: 'Owner', isEmpty: ({ owner }) => owner === null, cell: ({ owner }) => owner },
  { label: 'Count', isEmpty: ({ count }) => count === 0, empty: ({ count }) => String(count), cell: () => 'some' },
]

const renderCells = (row: CountRow) => {
  const html = renderToStaticMarkup(<PlainTable label="Rows" columns={columns} rows={[row]} rowKey={() => 'row'} />)
  return [...html.matchAll(/<td[^>]*class="([^"]*)"[^>]*>(.*?)<\/td>/g)].map(([, classes = '', content = '']) => ({
    isHiddenOnCards: classes.includes('stacked:hidden!'),
    text: content.replace(/<[^>]*>/g, ''),
  }))
}

test('a table shows what stands for an empty cell, which a card leaves out', () => {
  expect(renderCells({ owner: null, count: 0 })).toEqual([
    { isHiddenOnCards: true, text: '—' },
    { isHiddenOnCards: true, text: '0' },
  ])
  expect(renderCells({ owner: 'Ada', count: 2 })).toEqual([
    { isHiddenOnCards: false, text: 'Ada' },
    { isHiddenOnCards: false, text: 'some' },
  ])
})
