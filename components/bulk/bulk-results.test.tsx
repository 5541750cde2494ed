import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BulkResults, type ReviewResult } from './bulk-results.tsx'

const result = (item: string, of: ReviewResult['result'], text: string): ReviewResult => ({
  item,
  reference: null,
  change_number: item,
  title: `Title ${item}`,
  result: of,
  text,
})

test('lists what is possible first, in its order', () => {
  const results = [
    result('CHG1', 'refused', 'The risk is high.'),
    result('CHG2', 'clean', 'Can be completed as successful.'),
    result('CHG3', 'refused', 'It needs a sign-off.'),
    result('CHG4', 'clean', 'Can be completed as successful.'),
  ]
  const html = renderToStaticMarkup(<BulkResults results={results} />)
  const titles = [...html.matchAll(/Title (CHG\d)/g)].map(([, number]) => number)
  expect(titles).toEqual(['CHG2', 'CHG4', 'CHG1', 'CHG3'])
})
