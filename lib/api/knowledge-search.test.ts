import { describe, expect, test } from 'vitest'
import { articleFields } from '#lib/contracts/articles.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { KnowledgeQuery } from './knowledge-query.ts'
import { knowledgeFilter, printLabels, readLabels } from './knowledge-search.ts'
import { readPageQuery } from './page-query.ts'

const read = (params: Record<string, string>) => readPageQuery(KnowledgeQuery, params)

describe('knowledgeFilter', () => {
  test.each([
    [{ q: 'upgrade' }, undefined],
    [
      { type: 'lesson', polarity: 'negative', category: 'a b' },
      'metadata.article_type = lesson AND metadata.polarity = negative AND metadata.category = "a b"',
    ],
    [
      { tags: 'window,upgrade', technologies: 'c%2C d' },
      'metadata.tags = window AND metadata.tags = upgrade AND metadata.technologies = "c, d"',
    ],
    [{ polarity: 'bad', tags: ',' }, undefined],
    [{ query: 'content ~ a OR content ~ b', type: 'x' }, '(content ~ a OR content ~ b) AND metadata.article_type = x'],
  ])('of the parameters %j is %s', (params, filter) => {
    const made = knowledgeFilter(read(params))
    expect(made).toBe(filter)
    expect(made === undefined || parseFilter(made, articleFields).ok).toBe(true)
  })
})

test('encodes labels so that they are read back unchanged', () => {
  const tags = ['a, b', '100%', '%2C', 'plain']
  const printed = printLabels(tags)
  expect(printed).toBe('a%2C b,100%25,%252C,plain')
  expect(readLabels(printed)).toEqual(tags)
  expect(printLabels([])).toBeUndefined()
})
