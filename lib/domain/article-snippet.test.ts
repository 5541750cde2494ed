import { describe, expect, it } from 'vitest'
import { articleSnippet, searchWords, splitAtWords } from './article-snippet.ts'

describe('articleSnippet', () => {
  it.each([
    [
      'the first paragraph, plain',
      '# Title\n\nMeasure **twice** on a [copy](https://e.org).\nThen go.\n\nMore.',
      'Measure twice on a copy. Then go.',
    ],
    ['nothing of code, tables and rules', '```\ncode\n```\n\n| a | b |\n|---|---|\n\n---\n\nText.', 'Text.'],
    ['nothing where there is only a heading', '# Title', ''],
  ])('gives %s', (_, content, snippet) => {
    expect(articleSnippet(content)).toBe(snippet)
  })

  it('gives the part around the first word that is looked for', () => {
    const content = `First.\n\n${'before '.repeat(100)}the certificate expired ${'after '.repeat(100)}`
    const snippet = articleSnippet(content, searchWords('certificates'))
    expect(snippet).toMatch(/^…before .*the certificate expired after .*…$/)
    expect(snippet.length).toBeLessThan(300)
  })

  it('cuts a long paragraph at a word, and one without spaces anywhere', () => {
    expect(articleSnippet('word '.repeat(100))).toMatch(/ word…$/)
    expect(articleSnippet('x'.repeat(1_000))).toMatch(/^x{260}…$/)
  })
})

it.each([
  ['"full copy" or -slow Upgrading', ['full', 'copy', 'upgrad']],
  ['a.b (c)*', ['a', 'b', 'c']],
  ['  ', []],
])('the words of %j are %j', (q, words) => {
  expect(searchWords(q)).toEqual(words)
})

it('marks words with their endings and nothing within others', () => {
  const parts = splitAtWords('Upgrades of an upgraded db, not a dbx; an ups.', searchWords('upgrade db'))
  expect(parts.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(['Upgrades', 'upgraded', 'db'])
  expect(parts.map(({ text }) => text).join('')).toBe('Upgrades of an upgraded db, not a dbx; an ups.')
  expect(splitAtWords('as it is', [])).toEqual([{ text: 'as it is', isHit: false }])
})
