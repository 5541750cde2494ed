import { expect, test } from 'vitest'
import { parseSearchWords, splitAtWords } from './search-words.ts'

test.each([
  ['"full copy" or -slow Upgrading', ['full', 'copy', 'upgrad']],
  ['a.b (c)*', ['a', 'b', 'c']],
  ['  ', []],
])('the words of %j are %j', (q, words) => {
  expect(parseSearchWords(q)).toEqual(words)
})

test('marks words with their endings, but not within other words', () => {
  const parts = splitAtWords('Upgrades of an upgraded db, not a dbx; an ups.', parseSearchWords('upgrade db'))
  expect(parts.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['Upgrades', 'upgraded', 'db'])
  expect(parts.map(({ text }) => text).join('')).toBe('Upgrades of an upgraded db, not a dbx; an ups.')
  expect(splitAtWords('as it is', [])).toEqual([{ text: 'as it is', isHit: false }])
})
