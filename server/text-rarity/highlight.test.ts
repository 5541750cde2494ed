import { expect, test } from 'vitest'
import { listHighlightedWords } from './highlight.ts'

const mark = (text: string) => text.replaceAll('<', '\u0001').replaceAll('>', '\u0002')

test.each([
  ['nothing here', []],
  ['', []],
  ['The <Gateway> and the <gateway>', ['gateway']],
  ['A <queue> of <queues>, <queued>', ['queue']],
  ['<edge-proxy> by its <edge> and <proxy>', ['edge-proxy']],
  ['<cat> and <category>', ['cat', 'category']],
])('finds the marked words of “%s”', (text, expected) => {
  expect(listHighlightedWords(mark(text))).toEqual(expected)
})

test('finds none in an empty text', () => {
  expect(listHighlightedWords(null)).toEqual([])
})
