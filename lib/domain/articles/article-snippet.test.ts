import { describe, expect, test } from 'vitest'
import { parseSearchWords } from '#lib/text/search-words.ts'
import { getArticleAdvice, getArticleSnippet } from './article-snippet.ts'

describe('getArticleSnippet', () => {
  test.each([
    [
      'the first paragraph, plain',
      '# Title\n\nMeasure **twice** on a [copy](https://e.org).\nThen go.\n\nMore.',
      'Measure twice on a copy. Then go.',
    ],
    ['no code, tables and rules', '```\ncode\n```\n\n| a | b |\n|---|---|\n\n---\n\nText.', 'Text.'],
    ['nothing for a heading alone', '# Title', ''],
  ])('returns %s', (_, content, snippet) => {
    expect(getArticleSnippet(content)).toBe(snippet)
  })

  test('returns the part around the first searched word', () => {
    const content = `First.\n\n${'before '.repeat(100)}the certificate expired ${'after '.repeat(100)}`
    const snippet = getArticleSnippet(content, parseSearchWords('certificates'))
    expect(snippet).toMatch(/^…before .*the certificate expired after .*…$/)
    expect(snippet.length).toBeLessThan(300)
  })
})

test.each([
  [
    'the recommendation',
    '# Title\n\nFirst.\n\n## Lesson\n\nIt was late.\n\n## Recommendation\n\n- Start **early**.\n- Rest.',
    'Start early.',
  ],
  ['the lesson', '# Title\n\nFirst.\n\n## What happened\n\nIt was late.\n\n## Lesson\n\nStart early.', 'Start early.'],
  ['what to do next time', 'First.\n\n## Next time\n\nStart early.', 'Start early.'],
  ['the first paragraph without such a heading', '# A lesson\n\nFirst.\n\n## Why\n\nSecond.', 'First.'],
  ['the first paragraph when nothing follows the heading', '# Title\n\nFirst.\n\n## Lesson', 'First.'],
])('getArticleAdvice gives %s', (_, content, advice) => {
  expect(getArticleAdvice(content)).toBe(advice)
})
