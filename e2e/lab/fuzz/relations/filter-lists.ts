import * as fc from 'fast-check'
import { expressionsFor } from './expressions.ts'
import { differenceOf, listNamed, placesIn, readKeys } from './lists.ts'
import { relation } from './relation.ts'

export const combineFilters = relation({
  name: 'AND is the intersection, OR the union, NOT the rest',
  inputs: ({ lists }) =>
    placesIn(lists.filter(({ fields }) => fields !== undefined)).chain((place) => {
      const expression = expressionsFor(listNamed(lists, place.list))
      return fc.record({ place: fc.constant(place), first: expression, second: expression })
    }),
  async faultOf(ask, { place, first, second }, { lists }) {
    const { maxLimit } = listNamed(lists, place.list)
    const read = (query?: string) => readKeys(ask, place, query === undefined ? {} : { query }, maxLimit)
    const whole = await read()
    const [one, other] = [new Set(await read(first)), new Set(await read(second))]
    const both = whole.filter((key) => one.has(key) && other.has(key))
    const either = whole.filter((key) => one.has(key) || other.has(key))
    const rest = whole.filter((key) => !one.has(key))
    return (
      differenceOf('A AND B', await read(`(${first}) AND (${second})`), both) ??
      differenceOf('A OR B', await read(`(${first}) OR (${second})`), either) ??
      differenceOf('NOT A', await read(`NOT (${first})`), rest)
    )
  },
})
