import * as fc from 'fast-check'
import { differenceOf, type List, listNamed, placesIn, readKeys } from './lists.ts'
import { relation } from './relation.ts'

const sortIn = ({ sorts }: List): fc.Arbitrary<{ sort?: string }> =>
  sorts.length === 0
    ? fc.constant({})
    : fc.record({ sort: fc.constantFrom(...sorts.flatMap((field) => [field, `-${field}`])) }, { requiredKeys: [] })

export const joinPages = relation({
  name: 'pages joined are the whole list',
  inputs: ({ lists }) =>
    placesIn(lists).chain((place) =>
      fc.record({
        place: fc.constant(place),
        query: sortIn(listNamed(lists, place.list)),
        limit: fc.integer({ min: 7, max: 99 }),
      }),
    ),
  async faultOf(ask, { place, query, limit }, { lists }) {
    const whole = await readKeys(ask, place, query, listNamed(lists, place.list).maxLimit)
    const joined = await readKeys(ask, place, query, limit)
    return differenceOf('pages joined', joined, whole)
  },
})

export const reverseOrder = relation({
  name: 'descending is ascending reversed',
  inputs: ({ lists }) =>
    placesIn(lists.filter(({ sorts }) => sorts.length > 0)).chain((place) =>
      fc.record({ place: fc.constant(place), field: fc.constantFrom(...listNamed(lists, place.list).sorts) }),
    ),
  async faultOf(ask, { place, field }, { lists }) {
    const { maxLimit } = listNamed(lists, place.list)
    const ascending = await readKeys(ask, place, { sort: field }, maxLimit)
    const descending = await readKeys(ask, place, { sort: `-${field}` }, maxLimit)
    return differenceOf(`sorted by -${field}`, descending, ascending.toReversed())
  },
})
