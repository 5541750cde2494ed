import { expect, test } from 'vitest'
import { collect, splitIntoPieces } from '#server/import/testing.ts'
import { isJsonLines, readJsonLines } from './json-source.ts'

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
])('%j is NDJSON: %s', (head, expected) => {
  expect(isJsonLines(head)).toBe(expected)
})
