import { expect, test } from 'vitest'
import { chosenValues, type FacetQuery, facets, toggleValue } from './facets.ts'

const query: FacetQuery = { page: 1, limit: 20, type: 'lesson', tags: 'a%2C b,window' }
const facetOf = (label: string) => {
  const facet = facets.find((known) => known.label === label)
  if (!facet) throw new Error(`There is no facet ${label}.`)
  return facet
}

test('replaces the only value of a facet, and adds to a list of values', () => {
  expect(toggleValue(facetOf('Type'), query, 'guide')).toEqual({ type: 'guide' })
  expect(toggleValue(facetOf('Tag'), query, 'upgrade')).toEqual({ tags: 'a%2C b,window,upgrade' })
  expect(toggleValue(facetOf('Technology'), query, 'kafka')).toEqual({ technologies: 'kafka' })
})

test('removes a chosen value, and the parameter with the last one', () => {
  expect(chosenValues(facetOf('Tag'), query)).toEqual(['a, b', 'window'])
  expect(toggleValue(facetOf('Tag'), query, 'a, b')).toEqual({ tags: 'window' })
  expect(toggleValue(facetOf('Tag'), { ...query, tags: 'window' }, 'window')).toEqual({ tags: undefined })
  expect(toggleValue(facetOf('Type'), query, 'lesson')).toEqual({ type: undefined })
})
