import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, inPieces } from '../testing.ts'
import { longestRow, readCsvRows } from './csv-rows.ts'

const read = (text: string, size = 7) => collect(readCsvRows(inPieces(Buffer.from(text), size), ','))
const lines = async (text: string) => (await read(text)).map(({ line, content }) => [line, content?.[0]])

test('each row has the line where it begins', async () => {
  expect(await lines('a,b\r\n1,2\r\n\r\n\r\n"3\r\n3",4\r\n5,6')).toEqual([
    [1, 'a'],
    [2, '1'],
    [5, '3\r\n3'],
    [7, '5'],
  ])
})

test('a quote inside an unquoted cell is a quote', async () => {
  expect((await read('5" pipe,6\n')).at(0)?.content).toEqual(['5" pipe', '6'])
})

test('a quote that is never closed ends the reading; the rows before it are kept', async () => {
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

test('a row without end does not fill the memory', async () => {
  const chunks = inPieces(Buffer.from(`a,b\n1,2\n3,"${'x\n'.repeat(longestRow)}`), 1 << 16)
  const rows = await collect(readCsvRows(chunks, ','))
  expect(rows).toHaveLength(3)
  expect(rows[2]?.fault).toContain('is longer than 1,000,000 characters')
})

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '€', '"', ',', '\n', ' ', '=', '\0', '\r\n') })
const table = fc.array(fc.tuple(fc.stringMatching(/^[a-z]{1,3}$/), cell, cell), { minLength: 1, maxLength: 8 })

test('a file cut at any byte never throws and loses no row that was whole', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.nat(), fc.integer({ min: 1, max: 20 }), async (rows, cut, size) => {
      const ends = rows.map((_, index) => Buffer.byteLength(stringify(rows.slice(0, index + 1))))
      const file = Buffer.from(stringify(rows))
      const at = cut % (file.length + 1)
      const found = await collect(readCsvRows(inPieces(file.subarray(0, at), size), ','))
      const whole = rows.filter((_, index) => (ends[index] ?? 0) <= at)
      expect(found.slice(0, whole.length).map(({ content }) => content)).toEqual(whole)
      expect(found.length).toBeLessThanOrEqual(whole.length + 1)
    }),
    { numRuns: 300 },
  )
})
