import * as fc from 'fast-check'
import { expressionsFor } from './expressions.ts'
import { differenceOf, type List, listNamed, placesIn, type Row, readKeys, type Values } from './lists.ts'
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

type Draw = (row: Row, expression: string) => string

const word =
  (field: string): Draw =>
  (row) =>
    String(row[field]).match(/\p{L}{3,}/u)?.[0] ?? 'the'
const value =
  (field: string): Draw =>
  (row) =>
    String(row[field])
const filter: Draw = (_row, expression) => expression

/** Parameters that each narrow the list independently, with a value that matches the given record. */
const narrowing: Readonly<Record<string, Readonly<Record<string, Draw>>>> = {
  listProducts: { category: value('category'), min_price: value('price'), max_price: value('price') },
  listQueue: { query: filter, search: word('title') },
  listArticles: { query: filter, q: word('content') },
  listHistory: {
    entity_type: value('entity_type'),
    entity_id: value('entity_id'),
    actor: word('actor_name'),
    action: value('action'),
    from: value('at'),
  },
}

export const narrowTwice = relation({
  name: 'two parameters find what each of them finds',
  inputs: ({ lists }) =>
    placesIn(lists.filter(({ name }) => name in narrowing)).chain((place) => {
      const list = listNamed(lists, place.list)
      return fc.record({
        place: fc.constant(place),
        queries: fc
          .tuple(
            fc.shuffledSubarray(Object.entries(narrowing[place.list] ?? {}), { minLength: 2, maxLength: 2 }),
            drawn(list),
          )
          .map(([draws, from]) => draws.map(([name, draw]): Values => ({ [name]: draw(...from) }))),
      })
    }),
  async faultOf(ask, { place, queries }, { lists }) {
    const { maxLimit } = listNamed(lists, place.list)
    const [one = [], other = []] = await Promise.all(queries.map((query) => readKeys(ask, place, query, maxLimit)))
    const both = await readKeys(ask, place, Object.assign({}, ...queries), maxLimit)
    // Sorted by key: a search orders by relevance.
    return differenceOf('both parameters', both.sort(), one.filter((key) => other.includes(key)).sort())
  },
})

const drawn = (list: List): fc.Arbitrary<Parameters<Draw>> =>
  fc.tuple(fc.constantFrom(...list.rows), list.fields ? expressionsFor(list) : fc.constant(''))
