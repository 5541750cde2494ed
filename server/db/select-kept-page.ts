import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { Pool } from 'pg'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import type { Database, Queryable } from './client.ts'
import { allOf, isCarriedOn, type KeptList, totalOf } from './kept-list.ts'
import { type Kept, keptOf, type Positions, spacing } from './kept-positions.ts'
import { parseListVersion, readListsTag } from './list-version.ts'
import { type ListOrder, orderTerms } from './order-by.ts'
import { type Cut, readCounted, readRows } from './read-kept-rows.ts'
import { readTail, takePositions } from './read-positions.ts'
import { type ListQuery, selectShapedPage, selectShapedRows } from './select-page.ts'

/** Records up to here are read past; behind, the way there is looked up. */
const near = 2 * spacing

/**
 * A page and the number of all that match, from one snapshot, at a cost that depends neither on the size of the list nor
 * on how far in the page is: total and positions are taken once for a version of the list, and each statement tells the
 * version that it saw. Where that is another one, they are taken anew; where the list is not counted or the database is
 * a transaction, which may see what nobody else ever will, the page is counted as any other.
 */
export async function selectKeptPage<Columns extends SelectedFields>(
  db: Queryable,
  list: KeptList<Columns>,
  page: PageRequest,
): Promise<Page<SelectResultFields<Columns>>> {
  const offset = (page.page - 1) * page.limit
  const found = isPooled(db) ? await (offset <= near ? selectNear(db, list, page) : selectFar(db, list, page)) : null
  return found ?? selectShapedPage(db, allOf(list), page, plainly(list))
}

/** How a list is asked for where nothing of it is kept. */
const plainly =
  <Columns extends SelectedFields>(list: KeptList<Columns>) =>
  (): ListQuery<Columns> => {
    const { order, ...query } = list.build()
    return { ...query, orderBy: orderTerms(order) }
  }

const isPooled = (db: Queryable): db is Database & { readonly $client: Pool } =>
  '$client' in db && db.$client instanceof Pool

const keptKey = ({ shape }: Pick<KeptList<SelectedFields>, 'shape'>) => `${shape.key}\n${JSON.stringify(shape.values)}`

/** A page at the beginning; null where the list is not counted. */
async function selectNear<Columns extends SelectedFields>(
  db: Database & { readonly $client: Pool },
  list: KeptList<Columns>,
  page: PageRequest,
): Promise<Page<SelectResultFields<Columns>> | null> {
  const { totals, filters } = keptOf(db.$client)
  const key = keptKey(list)
  if (list.isFiltered && !list.isFoundOnce && list.lists.length === 1 && !filters.has(key)) {
    filters.set(key, true)
    return selectOnce(db, list, page)
  }
  const cut = { limit: page.limit, offset: (page.page - 1) * page.limit }
  const known = list.isFiltered ? totals.get(key) : undefined
  if (!list.isFiltered || known !== undefined) {
    const { tag, rows } = await readRows(db, list, cut)
    if (tag === null) return null
    if (!list.isFiltered) return { rows, total: totalOf(tag) }
    if (tag === known?.tag) return { rows, total: known.total }
  }
  const { tag, rows, total } = await readCounted(db, list, cut)
  if (tag !== null) totals.set(key, { tag, total })
  return { rows, total }
}

/**
 * The page of a filter that nobody asked for lately. Nothing of it is kept, so that its statement is as short as can be:
 * most are never asked for again. What does not fit on the page is counted with it, from one snapshot.
 */
async function selectOnce<Columns extends SelectedFields>(
  db: Database & { readonly $client: Pool },
  list: KeptList<Columns>,
  page: PageRequest,
): Promise<Page<SelectResultFields<Columns>>> {
  const { long } = keptOf(db.$client)
  const { key } = list.shape
  if (!long.has(key)) {
    const rows = await selectShapedRows(db, allOf(list), page, plainly(list))
    const isEnd = rows.length < page.limit && (rows.length > 0 || page.page === 1)
    if (isEnd) return { rows, total: (page.page - 1) * page.limit + rows.length }
    long.set(key, true)
  }
  const found = await selectShapedPage(db, allOf(list), page, plainly(list))
  if (found.total < page.limit) long.delete(key)
  return found
}

/**
 * A page further in; null where the list is not counted. Positions are taken when a list is asked again that nobody has
 * written since: to take them costs more than to find one page by its keys.
 */
async function selectFar<Columns extends SelectedFields>(
  db: Database & { readonly $client: Pool },
  list: KeptList<Columns>,
  page: PageRequest,
): Promise<Page<SelectResultFields<Columns>> | null> {
  const kept = keptOf(db.$client)
  const key = keptKey(list)
  const known = kept.positions.get(key)
  const found = known && (await readThrough(db, list, page, known))
  if (found) return found
  const carried = known && (await carryOn(db, list, known))
  const positions = carried ?? (await takeIfQuiet(db, list, kept))
  if (!positions) kept.positions.delete(key)
  else kept.positions.set(key, positions)
  return (positions && (await readThrough(db, list, page, positions))) ?? readByKeys(db, list, page)
}

/** A page by positions; null where the list has been written since they were taken. */
async function readThrough<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  page: PageRequest,
  positions: Positions,
): Promise<Page<SelectResultFields<Columns>> | null> {
  const { rows, tag } = await readRows(db, list, wayTo(positions, list.build().order, page))
  return tag === positions.tag ? { rows, total: positions.total } : null
}

async function takeIfQuiet<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  kept: Kept,
): Promise<Positions | null> {
  const key = keptKey(list)
  const before = kept.asked.get(key)
  if (before === undefined || before !== (await readListsTag(db, list.lists))) return null
  return once(kept, key, () => takePositions(db, list))
}

/** A page whose identifiers are read past, from an index alone where there is one, and only then its records. */
async function readByKeys<Columns extends SelectedFields>(
  db: Database & { readonly $client: Pool },
  list: KeptList<Columns>,
  page: PageRequest,
): Promise<Page<SelectResultFields<Columns>> | null> {
  const { asked, totals } = keptOf(db.$client)
  const key = keptKey(list)
  const cut = { limit: page.limit, offset: (page.page - 1) * page.limit, isByKeys: true }
  const known = list.isFiltered ? totals.get(key) : undefined
  if (!list.isFiltered || known !== undefined) {
    const { tag, rows } = await readRows(db, list, cut)
    if (tag === null) return null
    asked.set(key, tag)
    if (!list.isFiltered) return { rows, total: totalOf(tag) }
    if (tag === known?.tag) return { rows, total: known.total }
  }
  const { tag, rows, total } = await readCounted(db, list, cut)
  if (tag === null) return null
  asked.set(key, tag)
  totals.set(key, { tag, total })
  return { rows, total }
}

/** What several callers wait for is done once. */
function once({ running }: Kept, key: string, find: () => Promise<Positions | null>): Promise<Positions | null> {
  const found = running.get(key) ?? find().finally(() => running.delete(key))
  running.set(key, found)
  return found
}

/** From which anchor on to read, and how many records to read past. */
function wayTo({ total, anchors }: Positions, { isDescending }: ListOrder, { page, limit }: PageRequest): Cut {
  const offset = (page - 1) * limit
  if (offset >= total) return { limit: 0, offset: 0 }
  if (!isDescending) {
    const index = Math.min(Math.floor(offset / spacing), anchors.length - 1)
    return { limit, offset: offset - index * spacing, anchor: anchors[index] }
  }
  const ascending = total - 1 - offset
  const index = Math.ceil(ascending / spacing)
  const anchor = anchors[index]
  return anchor === undefined ? { limit, offset } : { limit, offset: index * spacing - ascending, anchor }
}

/** Positions of now, where only records at the end came since they were taken. */
async function carryOn<Columns extends SelectedFields>(
  db: Database,
  list: KeptList<Columns>,
  { last, taken, ...positions }: Positions,
): Promise<Positions | null> {
  if (last === null || !isCarriedOn(list)) return null
  const { tag, tail } = await readTail(db, list, last)
  const now = parseListVersion(tag)
  const isSame = now?.epoch === taken.epoch && now.removed === taken.removed && now.inserted - taken.inserted === tail
  return isSame ? { ...positions, last, taken, tag: now.tag, total: now.total } : null
}
