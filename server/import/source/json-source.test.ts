import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collect, splitIntoPieces } from '#server/import/testing.ts'
import { isJsonLines, readJsonItems, readJsonLines } from './json-source.ts'
import { maxRowLength } from './source.ts'

const read = (text: string, size = 3) => collect(readJsonItems(splitIntoPieces(text, size), 'articles'))
const records = async (text: string) => (await read(text)).map((item) => item.fault ?? JSON.parse(item.text ?? ''))

test.each([
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"result":[{"a":1}]}', [{ a: 1 }]],
  ['{"articles":[{"a":[1,2]}],"total":1}', [{ a: [1, 2] }]],
  ['{"total":1,"meta":{"x":[{"no":1}]},"data":[{"a":1}]}', [{ a: 1 }]],
  ['{"result":{"meta":{"a":1},"articles":[{"a":2}]}}', [{ a: 2 }]],
  ['{"result":{"number":"CHG1","list":[{"no":1}]}}', [{ number: 'CHG1', list: [{ no: 1 }] }]],
  ['{"number":"CHG1","re\\"sult":[1]}', [{ number: 'CHG1', 're"sult': [1] }]],
  ['[{"a":"]}\\"{["}]', [{ a: ']}"{[' }]],
  ['[]', []],
  ['  ', []],
  ['[1,"two",null,{"a":1}]', ['is not an object', 'is not an object', 'is not an object', { a: 1 }]],
  ['"text"', ['is not a JSON object']],
  ['[{"a":1}] and more', [{ a: 1 }, 'is not a JSON object']],
  ['{\n"a":1\n}\n{\n"a":2\n}', [{ a: 1 }, { a: 2 }]],
  ['[{"a":1}][{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"result":[{"a":1}],"more":true}\n{"result":[{"a":2}],"more":false}', [{ a: 1 }, { a: 2 }]],
  ['{"result":{"a":1},"data":{"a":2}}', [{ a: 1 }, { a: 2 }]],
  ['{"users":[{"a":1}]}', [{ users: [{ a: 1 }] }]],
])('finds the records of %s', async (text, expected) => {
  expect(await records(text)).toEqual(expected)
})

test.each([
  ['{"articles":[{"a":1}],"archived":[{"a":2}]}', 'second list, "archived"'],
  ['{"users":[{"a":1}],"articles":[{"a":2}]}', 'second list, "users"'],
  ['{"items":[],"articles":[{"a":2}]}', 'second list, "articles"'],
  ['{"total":80,"isLast":false,"items":[{"a":1}]}', 'page of a longer answer ("isLast":false)'],
  ['{"total":2,"items":[{"a":1}]}', '"total":2'],
  ['{"isLast":false,"items":[{"a":1}]}', '"isLast":false'],
  ['{"items":[{"a":1}],"more":true}', '"more":true'],
  ['{"items":[{"a":1}],"meta":{"page":{"nextPageToken":"x"}}}', '"nextPageToken":"x"'],
  ['{"items":[{"a":1}],"_links":{"next":{"href":"/2"}}}', '"next":{"'],
  ['{"@odata.nextLink":"https://x","value":[{"a":1}]}', '"@odata.nextLink":"https://x"'],
  ['{"items":[{"a":1}],"x":NaN}', 'is not JSON around its records'],
])('refuses %s', async (text, reason) => {
  await expect(read(text)).rejects.toThrow(reason)
})

test('each record has its start line', async () => {
  expect((await read('[\n{"a":\n1},\n\n {"a":2}]')).map(({ line }) => line)).toEqual([2, 5])
})

test.each([
  ['[{"a":1},{"a":', [{ a: 1 }, 'is cut: the file ends in the middle of it']],
  ['[{"a":1},', [{ a: 1 }, 'is missing: the file ends before its list does']],
  ['{"result":{"a":1', ['is cut: the file ends in the middle of it']],
])('the complete records of the truncated text %s are returned', async (text, expected) => {
  expect(await records(text)).toEqual(expected)
})

test('only a record that is too long is rejected', async () => {
  const text = `[{"a":"${'x'.repeat(maxRowLength)}"},{"a":1}]`
  const items = await collect(readJsonItems(splitIntoPieces(text, 1 << 16), 'articles'))
  expect(items.map(({ fault }) => fault)).toEqual(['is longer than 1,000,000 characters', undefined])
})

test('records do not depend on chunk boundaries, and truncation loses no complete one', async () => {
  const record = fc.dictionary(fc.string(), fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(fc.array(record), fc.integer({ min: 1, max: 30 }), fc.nat(), async (list, size, cut) => {
      const text = JSON.stringify(list, null, cut % 3)
      expect(await read(text, size)).toEqual(list.map(() => expect.objectContaining({ text: expect.any(String) })))
      expect((await read(text, size)).map((item) => JSON.parse(item.text ?? ''))).toEqual(JSON.parse(text))
      const found = await read(text.slice(0, cut % (text.length + 1)), size)
      for (const [index, item] of found.entries()) {
        if (item.text !== undefined) expect(JSON.parse(item.text)).toEqual(JSON.parse(text)[index])
      }
      expect(found.filter(({ fault }) => fault !== undefined).length).toBeLessThanOrEqual(1)
    }),
  )
})

test('each line is a record, except empty ones', async () => {
  const items = await collect(readJsonLines(splitIntoPieces('{"a":1}\r\n\n{"a":\n{"a":3}', 4)))
  expect(items).toEqual([
    { line: 1, text: '{"a":1}\r' },
    { line: 3, text: '{"a":' },
    { line: 4, text: '{"a":3}' },
  ])
})

test('only a line that is too long is rejected', async () => {
  const items = await collect(readJsonLines(splitIntoPieces(`{"a":1}\n"${'x'.repeat(1_200_000)}"\n{"a":3}\n`, 1 << 16)))
  expect(items).toEqual([
    { line: 1, text: '{"a":1}' },
    { line: 2, fault: 'is longer than 1,000,000 characters' },
    { line: 3, text: '{"a":3}' },
  ])
})

test.each([
  ['{"a":1}\n{"a":2}\n', true],
  ['{"a":\n{"a":2}\n{"a":3}', true],
  ['{"a":1}', false],
  ['{\n"a":1\n}', false],
  ['{"result":[\n{"a":1},\n{"a":2}\n]}', false],
  ['{"incidents":[{"a":1}]}\n{"incidents":[{"a":2}]}\n', false],
])('%j is NDJSON: %s', (head, expected) => {
  expect(isJsonLines(head, 'incidents')).toBe(expected)
})
