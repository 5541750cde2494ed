import { describe, expect, test } from 'vitest'
import { articleFields } from '#lib/contracts/articles.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import { type Facet, getValueLabel, narrowByFacets, toggleValue } from './facets.ts'

const type: Facet = { label: 'Type', parameter: 'type', counts: 'article_type', field: 'metadata.article_type' }
const tag: Facet = { label: 'Tag', parameter: 'tags', counts: 'tags', field: 'metadata.tags', isList: true }
const service: Facet = { label: 'Service', parameter: 'service', counts: 'services' }
const polarity: Facet = {
  label: 'Kind',
  parameter: 'polarity',
  counts: 'polarity',
  field: 'metadata.polarity',
  labels: { negative: 'To avoid' },
}
const query = { page: 1, limit: 20, type: 'lesson', tags: 'a%2C b,window' }

test('replaces the only value of a facet, and adds to a list of values', () => {
  expect(toggleValue(type, query, 'guide')).toEqual({ type: 'guide' })
  expect(toggleValue(tag, query, 'upgrade')).toEqual({ tags: 'a%2C b,window,upgrade' })
  expect(toggleValue(tag, { page: 1 }, 'kafka')).toEqual({ tags: 'kafka' })
})

test.each([
  [type, 'lesson', 'Lesson'],
  [tag, 'window', 'window'],
  [service, 'payments-db', 'payments-db'],
  [polarity, 'negative', 'To avoid'],
])('%o shows %s as %s', (facet, value, label) => {
  expect(getValueLabel(facet, value)).toBe(label)
})

type Chosen = Readonly<Record<string, string | number>> & { query?: string }

describe('the filter of chosen values', () => {
  test.each<[Chosen, Chosen]>([
    [{ q: 'upgrade' }, { q: 'upgrade' }],
    [
      { type: 'lesson', polarity: 'negative', page: 2 },
      { page: 2, query: 'metadata.article_type = lesson AND metadata.polarity = negative' },
    ],
    [
      { tags: 'window,c%2C d', service: 'vpn' },
      { service: 'vpn', query: 'metadata.tags = window AND metadata.tags = "c, d"' },
    ],
    [
      { query: 'content ~ a OR content ~ b', type: 'x' },
      { query: '(content ~ a OR content ~ b) AND metadata.article_type = x' },
    ],
    [{ query: 'content ~ a OR content ~ b' }, { query: 'content ~ a OR content ~ b' }],
  ])('of %j is in %j', (chosen, narrowed) => {
    const made = narrowByFacets([type, polarity, tag, service], chosen)
    expect(made).toEqual(narrowed)
    expect(made.query === undefined || parseFilter(made.query, articleFields).ok).toBe(true)
  })
})
