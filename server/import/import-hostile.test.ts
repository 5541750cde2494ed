import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTargets } from './targets/all-targets.ts'
import { importContent, noCounts, pickCounts, provideDatabases } from './testing-import.ts'

const { open } = provideDatabases()

const odd = [
  '\0',
  '\ud800',
  '\udc00x',
  '\\',
  '\\N',
  '\\.',
  '\t',
  '\r\n',
  '"',
  "'",
  '{',
  '}',
  '{"a":"\\u0000"}',
  '\u202e',
  '=1',
]
const text = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'binary' }), fc.string())
const document = fc.dictionary(text, fc.oneof(text, fc.array(text), fc.double({ noNaN: true })))
const good = {
  title: 'Title',
  name: 'Name',
  email: 'ada@example.org',
  state: 'New',
  price: '9.99',
  content: 'Text',
  role: 'viewer',
}
const more = { owner: 'ada@example.org', target_date: '2016-02-29', pir_outcome: 'failed' }

test.each(Object.values(allTargets))('no cell of $entity makes the database reject the whole file', async (target) => {
  const texts = Object.entries(target.fields).filter(([field, { isDate }]) => !isDate && field !== target.key)
  const row = fc.dictionary(fc.constantFrom(...texts.map(([field]) => field)), fc.oneof(text, document), {
    maxKeys: 3,
  })
  const rows = fc.sample(row, { numRuns: 500, seed: 7 }).map((cells, index) => ({
    ...good,
    ...more,
    opened_at: '2016-02-29',
    created: '2016-02-29',
    ...cells,
    [target.key]: target.key === 'email' ? `k${index}@example.org` : `K${index}`,
  }))
  const summary = await importContent(open(), target.entity, rows)
  expect(summary.rows).toBe(500)
  expect(summary.inserted).toBeGreaterThan(50)
  expect(summary.inserted + summary.refused).toBe(500)
  const again = await importContent(open(), target.entity, rows)
  expect(pickCounts(again)).toEqual({ ...noCounts, unchanged: summary.inserted, refused: summary.refused })
})
