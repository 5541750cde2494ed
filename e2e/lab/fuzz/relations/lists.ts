import * as fc from 'fast-check'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { Ask } from '../ask.ts'
import type { OpenApi, Operation, Schema } from '../open-api.ts'
import { type KnownValues, pathValues, unknownRecord } from '../valid-values.ts'

type Row = Readonly<Record<string, unknown>>
export type Values = Readonly<Record<string, string>>

/** An operation that returns records page by page. */
export type List = {
  readonly name: string
  readonly operation: Operation
  /** Maximum page size. */
  readonly maxLimit: number
  /** Fields to sort by. */
  readonly sorts: readonly string[]
  /** Fields of its filter; undefined if it has none. */
  readonly fields: FilterFields | undefined
  /** Values of its path parameters. */
  readonly paths: fc.Arbitrary<Values>
  /** The first records, from which matching values are drawn. */
  readonly rows: readonly Row[]
}

export type ListPlace = { readonly list: string; readonly path: Values }

/** Reads every list of the OpenAPI document once. */
export async function readLists(api: OpenApi, ask: Ask, known: KnownValues): Promise<List[]> {
  const lists: List[] = []
  for (const operation of api.operations) {
    const limit = parameterOf(operation, 'limit')
    if (limit === undefined || parameterOf(operation, 'page') === undefined) continue
    const paths = fc.record(pathValues(api, operation, known))
    const [path = {}] = fc.sample(paths, { numRuns: 1, seed: 1 })
    // The demo has no record that the list belongs to.
    if (Object.values(path).includes(unknownRecord)) continue
    const maxLimit = Number(api.resolve(limit).maximum)
    const { status, json } = await ask(operation.name, { path, query: { limit: String(Math.min(maxLimit, 100)) } })
    if (status !== 200) throw new Error(`${operation.name} returned ${status}: ${JSON.stringify(json)}`)
    const sort = parameterOf(operation, 'sort')
    lists.push({
      name: operation.name,
      operation,
      maxLimit,
      sorts: sort ? (api.resolve(sort).enum as string[]).filter((value) => !value.startsWith('-')) : [],
      fields: allEndpoints.find(({ name }) => name === operation.name)?.filterFields,
      paths,
      rows: rowsOf(json),
    })
  }
  return lists
}

const parameterOf = ({ parameters }: Operation, name: string): Schema | undefined =>
  parameters.find((parameter) => parameter.in === 'query' && parameter.name === name)?.schema

export function listNamed(lists: readonly List[], name: string): List {
  const list = lists.find((known) => known.name === name)
  if (!list) throw new Error(`There is no list ${name}.`)
  return list
}

/** A list with its path parameters. */
export const placesIn = (lists: readonly List[]): fc.Arbitrary<ListPlace> =>
  fc.oneof(...lists.map(({ name, paths }) => paths.map((path) => ({ list: name, path }))))

/** Every list response contains one array of records. */
const rowsOf = (json: Record<string, unknown>): readonly Row[] => Object.values(json).find(Array.isArray) ?? []
const totalOf = (json: { total_count?: number; meta?: { total: number } }) => json.total_count ?? json.meta?.total

/** The identity of a record; not all of it, because fields such as the last use of a token change. */
const keyOf = (row: Row): string => String(row.id ?? row.number ?? row.reference ?? JSON.stringify(row))

/** The keys of all records of a list, read in pages of `limit`. Throws when a page is rejected or the total differs. */
export async function readKeys(ask: Ask, { list, path }: ListPlace, query: Values, limit: number): Promise<string[]> {
  const keys: string[] = []
  let total: number | undefined
  for (let page = 1; ; page += 1) {
    const paged = { ...query, page: String(page), limit: String(limit) }
    const { status, json, text } = await ask(list, { path, query: paged })
    if (status !== 200) throw new Error(`${list} ${JSON.stringify(paged)} returned ${status}: ${text.slice(0, 300)}`)
    const rows = rowsOf(json)
    total ??= totalOf(json)
    if (totalOf(json) !== total) throw new Error(`the total on page 1 is ${total}, on page ${page} ${totalOf(json)}`)
    keys.push(...rows.map(keyOf))
    if (rows.length === 0 || rows.length < limit) break
  }
  if (keys.length !== total) throw new Error(`the total is ${total}, but ${keys.length} records were returned`)
  return keys
}

/** How two lists of keys differ, or null. */
export function differenceOf(what: string, found: readonly string[], expected: readonly string[]): string | null {
  if (found.length === expected.length && found.every((key, at) => key === expected[at])) return null
  const more = found.filter((key) => !expected.includes(key))
  const missing = expected.filter((key) => !found.includes(key))
  const isOrder = more.length === 0 && missing.length === 0
  return isOrder
    ? `${what}: the same records in another order or number`
    : `${what}: ${missing.length} are missing (${missing.slice(0, 3)}), ${more.length} too many (${more.slice(0, 3)})`
}
