import * as fc from 'fast-check'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { Ask } from '../ask.ts'
import type { OpenApi, Operation, Schema } from '../open-api.ts'
import { type KnownValues, pathValues } from '../valid-values.ts'

export type Row = Readonly<Record<string, unknown>>
export type Values = Readonly<Record<string, string>>

/** An operation that gives records page by page. */
export type List = {
  readonly name: string
  readonly operation: Operation
  /** The largest page that may be asked for. */
  readonly most: number
  /** Fields to sort by. */
  readonly sorts: readonly string[]
  /** What its filter may name; undefined where it takes none. */
  readonly fields: FilterFields | undefined
  /** Values for the parameters of its path. */
  readonly paths: fc.Arbitrary<Values>
  /** The first records, from which values are drawn that find something. */
  readonly rows: readonly Row[]
}

export type ListPlace = { readonly list: string; readonly path: Values }

/** Reads every list of the description once. */
export async function readLists(api: OpenApi, ask: Ask, known: KnownValues): Promise<List[]> {
  const lists: List[] = []
  for (const operation of api.operations) {
    const limit = parameterOf(operation, 'limit')
    if (limit === undefined || parameterOf(operation, 'page') === undefined) continue
    const paths = fc.record(pathValues(api, operation, known))
    const [path = {}] = fc.sample(paths, { numRuns: 1, seed: 1 })
    const most = Number(api.resolve(limit).maximum)
    const { status, json } = await ask(operation.name, { path, query: { limit: String(Math.min(most, 100)) } })
    if (status !== 200) throw new Error(`${operation.name} answered ${status}: ${JSON.stringify(json)}`)
    const sort = parameterOf(operation, 'sort')
    lists.push({
      name: operation.name,
      operation,
      most,
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

/** A list with the parameters of its path. */
export const placesIn = (lists: readonly List[]): fc.Arbitrary<ListPlace> =>
  fc.oneof(...lists.map(({ name, paths }) => paths.map((path) => ({ list: name, path }))))

/** Every answer of a list has one list of records. */
const rowsOf = (json: Record<string, unknown>): readonly Row[] => Object.values(json).find(Array.isArray) ?? []
const totalOf = (json: { total_count?: number; meta?: { total: number } }) => json.total_count ?? json.meta?.total

/** What tells a record apart; not all of it, as a token tells when it was last used. */
const keyOf = (row: Row): string => String(row.id ?? row.number ?? row.reference ?? JSON.stringify(row))

/** The keys of all records of a list, read in pages of `limit`. Throws when a page is refused or the total is another. */
export async function readKeys(ask: Ask, { list, path }: ListPlace, query: Values, limit: number): Promise<string[]> {
  const keys: string[] = []
  let total: number | undefined
  for (let page = 1; ; page += 1) {
    const paged = { ...query, page: String(page), limit: String(limit) }
    const { status, json, text } = await ask(list, { path, query: paged })
    if (status !== 200) throw new Error(`${list} ${JSON.stringify(paged)} answered ${status}: ${text.slice(0, 300)}`)
    const rows = rowsOf(json)
    total ??= totalOf(json)
    if (totalOf(json) !== total) throw new Error(`page 1 tells ${total} records, page ${page} ${totalOf(json)}`)
    keys.push(...rows.map(keyOf))
    if (rows.length === 0 || rows.length < limit) break
  }
  if (keys.length !== total) throw new Error(`${total} records are told, ${keys.length} are given`)
  return keys
}

/** How two lists of keys differ, in a few words; null when they do not. */
export function differenceOf(what: string, found: readonly string[], expected: readonly string[]): string | null {
  if (found.length === expected.length && found.every((key, at) => key === expected[at])) return null
  const more = found.filter((key) => !expected.includes(key))
  const missing = expected.filter((key) => !found.includes(key))
  const isOrder = more.length === 0 && missing.length === 0
  return isOrder
    ? `${what}: the same records in another order or number`
    : `${what}: ${missing.length} are missing (${missing.slice(0, 3)}), ${more.length} too many (${more.slice(0, 3)})`
}
