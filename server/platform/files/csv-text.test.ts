import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCellText } from '#lib/text/cell-text.ts'
import { readCsvRows } from '#server/import/source/csv-source.ts'
import { writeCsv } from './csv-text.ts'

const cell = fc.oneof(
  fc.constantFrom('"', 'a"', '\n', '\r', 'a\r\nb', ',', 'say "x"', '=1', "'=1", '\ufeffa', '\t'),
  fc.string({ unit: 'binary' }),
)

test('every text comes back from the reader of the import', async () => {
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 })
  const property = fc.asyncProperty(rows, async (cells) => {
    async function* pieces() {
      yield writeCsv([['a', 'b', 'c'], ...cells])
    }
    const read = await Array.fromAsync(readCsvRows(pieces(), ','))
    const contents = read.flat().map(({ content }) => content?.map(readCellText))
    expect(contents.slice(1)).toEqual(cells)
  })
  await fc.assert(property, { numRuns: 500 })
})

test('numbers and empty values stay as they are', () => {
  expect(writeCsv([[-1.5, null, true, 'a']])).toBe('-1.5,,true,a\r\n')
})
