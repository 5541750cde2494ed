import fc from 'fast-check'
import type { Ask } from '#e2e/lab/fuzz/ask.ts'
import type { ApiOperation, OpenApi, Schema } from '#e2e/lab/fuzz/open-api.ts'
import { type KnownValues, pathValues, unknownRecord } from '#e2e/lab/fuzz/values.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { printFilter } from '#lib/filter/print.ts'
import { operatorsByType } from '#lib/filter/reference.ts'
import type { FilterValue, NonEmpty } from '#lib/filter/syntax-tree.ts'
import { readTimestamp } from '#lib/filter/timestamp.ts'
import { type List, type ListPlace, type QueryValues, type RecordRow, relation } from './relation.ts'

/** Reads every list of the OpenAPI document once. */
export async function readLists(api: OpenApi, ask: Ask, known: KnownValues): Promise<List[]> {
  const lists: List[] = []
  for (const operation of api.operations) {
    const limit = findParameter(operation, 'limit')
    if (limit === undefined || findParameter(operation, 'page') === undefined) continue
    const paths = fc.record(pathValues(operation, known))
    const [path = {}] = fc.sample(paths, { numRuns: 1, seed: 1 })
    // The demo has no record that the list belongs to.
    if (Object.values(path).includes(unknownRecord)) continue
    const maxLimit = Number(limit.maximum)
    const { status, json } = await ask(operation.name, { path, query: { limit: String(Math.min(maxLimit, 100)) } })
    if (status !== 200) throw new Error(`${operation.name} returned ${status}: ${JSON.stringify(json)}`)
    const sort = findParameter(operation, 'sort')
    lists.push({
      name: operation.name,
      operation,
      maxLimit,
      sorts: sort ? (sort.enum as string[]).filter((value) => !value.startsWith('-')) : [],
      fields: allEndpoints.find(({ name }) => name === operation.name)?.filterFields,
      paths,
      rows: getRows(json),
    })
  }
  return lists
}

const findParameter = ({ parameters }: ApiOperation, name: string): Schema | undefined =>
  parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)?.schema

function listNamed(lists: readonly List[], name: string): List {
  const list = lists.find((known) => known.name === name)
  if (!list) throw new Error(`There is no list ${name}.`)
  return list
}

/** A list with its path parameters. */
const placesIn = (lists: readonly List[]): fc.Arbitrary<ListPlace> =>
  fc.oneof(...lists.map(({ name, paths }) => paths.map((path) => ({ list: name, path }))))

/** The records of a list, the only array in its response. */
const getRows = (json: Record<string, unknown>): readonly RecordRow[] => Object.values(json).find(Array.isArray) ?? []
const getTotal = (json: { total_count?: number; meta?: { total: number } }) => json.total_count ?? json.meta?.total

/** The identity of a record, not all its fields, because some change, such as the last use of a token. */
const getKey = (row: RecordRow): string => String(row.id ?? row.number ?? row.reference ?? JSON.stringify(row))

/** The keys of all records of a list, read in pages of `limit`. Throws when a page is rejected or the total differs. */
async function readKeys(ask: Ask, { list, path }: ListPlace, query: QueryValues, limit: number): Promise<string[]> {
  const keys: string[] = []
  let total: number | undefined
  for (let page = 1; ; page += 1) {
    const paged = { ...query, page: String(page), limit: String(limit) }
    const { status, json, text } = await ask(list, { path, query: paged })
    if (status !== 200) throw new Error(`${list} ${JSON.stringify(paged)} returned ${status}: ${text.slice(0, 300)}`)
    const rows = getRows(json)
    total ??= getTotal(json)
    if (getTotal(json) !== total) throw new Error(`the total on page 1 is ${total}, on page ${page} ${getTotal(json)}`)
    keys.push(...rows.map(getKey))
    if (rows.length === 0 || rows.length < limit) break
  }
  if (keys.length !== total) throw new Error(`the total is ${total}, but ${keys.length} records were returned`)
  return keys
}

/** Describes the difference of two lists of keys, or null. */
function describeDifference(what: string, found: readonly string[], expected: readonly string[]): string | null {
  if (found.length === expected.length && found.every((key, at) => key === expected[at])) return null
  const more = found.filter((key) => !expected.includes(key))
  const missing = expected.filter((key) => !found.includes(key))
  const isOrder = more.length === 0 && missing.length === 0
  return isOrder
    ? `${what}: the same records in another order or number`
    : `${what}: ${missing.length} are missing (${missing.slice(0, 3)}), ${more.length} too many (${more.slice(0, 3)})`
}

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
  async findFault(ask, { place, query, limit }, { lists }) {
    const whole = await readKeys(ask, place, query, listNamed(lists, place.list).maxLimit)
    const joined = await readKeys(ask, place, query, limit)
    return describeDifference('pages joined', joined, whole)
  },
})

export const reverseOrder = relation({
  name: 'descending is ascending reversed',
  inputs: ({ lists }) =>
    placesIn(lists.filter(({ sorts }) => sorts.length > 0)).chain((place) =>
      fc.record({ place: fc.constant(place), field: fc.constantFrom(...listNamed(lists, place.list).sorts) }),
    ),
  async findFault(ask, { place, field }, { lists }) {
    const { maxLimit } = listNamed(lists, place.list)
    const ascending = await readKeys(ask, place, { sort: field }, maxLimit)
    const descending = await readKeys(ask, place, { sort: `-${field}` }, maxLimit)
    return describeDifference(`sorted by -${field}`, descending, ascending.toReversed())
  },
})

export const combineFilters = relation({
  name: 'AND is the intersection, OR the union, NOT the rest',
  inputs: ({ lists }) =>
    placesIn(lists.filter(({ fields }) => fields !== undefined)).chain((place) => {
      const expression = expressionsFor(listNamed(lists, place.list))
      return fc.record({ place: fc.constant(place), first: expression, second: expression })
    }),
  async findFault(ask, { place, first, second }, { lists }) {
    const { maxLimit } = listNamed(lists, place.list)
    const read = (query?: string) => readKeys(ask, place, query === undefined ? {} : { query }, maxLimit)
    const whole = await read()
    const one = new Set(await read(first))
    const other = new Set(await read(second))
    const both = whole.filter((key) => one.has(key) && other.has(key))
    const either = whole.filter((key) => one.has(key) || other.has(key))
    const rest = whole.filter((key) => !one.has(key))
    return (
      describeDifference('A AND B', await read(`(${first}) AND (${second})`), both) ??
      describeDifference('A OR B', await read(`(${first}) OR (${second})`), either) ??
      describeDifference('NOT A', await read(`NOT (${first})`), rest)
    )
  },
})

/** Filter expressions for a list, with values from its records; deeper ones are tried where SQL is made of them. */
function expressionsFor({ name, fields = {}, rows }: List): fc.Arbitrary<string> {
  const found = Object.entries(fields).flatMap(([field, { type, values }]) => {
    const found = values ?? [...new Set(rows.flatMap((row) => valuesAt(row, field)))].slice(0, 50)
    const fieldValues = type === 'timestamp' ? found.flatMap((value) => readTimestamp(String(value)) ?? []) : found
    return fieldValues.length > 0 ? [{ field, type, fieldValues }] : []
  })
  if (found.length === 0) throw new Error(`The records of ${name} contain no value to filter by.`)
  return fc.constantFrom(...found).chain(({ field, type, fieldValues }) =>
    fc.constantFrom(...operatorsByType[type]).chain((operator) => {
      const most = operator.endsWith('IN') ? 3 : 1
      return fc.array(fc.constantFrom<FilterValue>(...fieldValues), { minLength: 1, maxLength: most }).map((values) => {
        const comparison = { kind: 'comparison', field, type, operator } as const
        return printFilter({ ...comparison, values: values as unknown as NonEmpty<FilterValue> })
      })
    }),
  )
}

/** The values of a field such as `metadata.tags` in a record, without the empty ones. */
function valuesAt(row: Readonly<Record<string, unknown>>, field: string): FilterValue[] {
  const value = field.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], row)
  return [value].flat().filter((item): item is FilterValue => ['string', 'number', 'boolean'].includes(typeof item))
}
