import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, splitIntoPieces } from '#server/import/testing.ts'
import { readCsvRows } from './csv-source.ts'
import { maxRowLength } from './source.ts'

/** Pieces that never split a surrogate pair, like those of `readDecoded`. */
async function* wholeLetters(text: string, size: number): AsyncGenerator<string> {
  const letters = [...text]
  for (let at = 0; at < letters.length; at += size) yield letters.slice(at, at + size).join('')
}

const read = (text: string, size = 7) => collect(readCsvRows(wholeLetters(text, size), ','))
const lines = async (text: string) => (await read(text)).map(({ line, content }) => [line, content?.[0]])

test('each row has its start line', async () => {
  expect(await lines('a,b\r\n1,2\r\n\r\n\r\n"3\r\n3",4\r\n5,6')).toEqual([
    [1, 'a'],
    [2, '1'],
    [5, '3\r\n3'],
    [7, '5'],
  ])
})

test('line ends may differ within a file', async () => {
  expect(await lines('a,b\r\n1,2\n3,4\r5,6\r\n"7\r",8\n9,0')).toEqual([
    [1, 'a'],
    [2, '1'],
    [3, '3'],
    [4, '5'],
    [5, '7\r'],
    [7, '9'],
  ])
})

test('a quote inside an unquoted cell is literal', async () => {
  expect((await read('5" pipe,6\n')).at(0)?.content).toEqual(['5" pipe', '6'])
})

test('an unclosed quote ends the reading; the rows before it are returned', async () => {
  const rows = await read('a,b\n1,2\n3,"4\n5,6\n7,8\n')
  expect(rows.slice(0, 2).map(({ content }) => content)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(rows.slice(2)).toEqual([
    {
      ordinal: 2,
      line: 3,
      content: undefined,
      fault: 'opens a quote that is never closed; nothing after line 3 is read',
    },
  ])
})

test.each([
  ['with', '"'],
  ['without', ''],
])('an endless row %s a quote does not fill the memory', async (_, quote) => {
  const pieces = splitIntoPieces(`a,b\n1,2\n3,${quote}${`x${quote && '\n'}`.repeat(maxRowLength + 1)}`, 1 << 16)
  const rows = await collect(readCsvRows(pieces, ','))
  expect(rows).toHaveLength(3)
  expect(rows[2]?.fault).toContain('is longer than 1,000,000 characters')
})

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '€', '"', ',', '\n', ' ', '=', '\0', '\r\n') })
const table = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), cell, cell), { minLength: 1, maxLength: 8 })

test('a file truncated anywhere never throws and loses no complete row', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.nat(), fc.integer({ min: 1, max: 20 }), async (rows, cut, size) => {
      const ends = rows.map((_, index) => stringify(rows.slice(0, index + 1)).length)
      const file = stringify(rows)
      const at = cut % (file.length + 1)
      const found = await read(file.slice(0, at), size)
      const whole = rows.filter((_, index) => (ends[index] ?? 0) <= at)
      expect(found.slice(0, whole.length).map(({ content }) => content)).toEqual(whole)
      expect(found.length).toBeLessThanOrEqual(whole.length + 1)
    }),
    { numRuns: 300 },
  )
})

test('any text in any pieces is parsed like csv-parse does', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '"', '"', ',', ',', '\n', '\r', '\r\n', ' ', '\0') })
  const lineEnds = ['\r\n', '\n', '\r']
  const options = {
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: lineEnds,
  }
  const expected = (whole: string): string[][] | 'never closed' => {
    try {
      return parse(whole, options)
    } catch (error) {
      if ((error as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED') return 'never closed'
      throw error
    }
  }
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
      const rows = await read(whole, size)
      const isOpen = rows.some(({ fault }) => fault !== undefined)
      expect(isOpen ? 'never closed' : rows.map(({ content }) => content)).toEqual(expected(whole))
    }),
    { numRuns: 5000 },
  )
})
