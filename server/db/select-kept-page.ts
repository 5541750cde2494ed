import type { SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import { Pool } from 'pg'
import type { Page, PageRequest } from '#lib/contracts/pages.ts'
import type { Database, Queryable } from './client.ts'
import { allOf, firstTagOf, isCarriedOn, type KeptList, totalOf } from './kept-list.ts'
import { type Kept, keptOf, type Positions, spacing } from './kept-positions.ts'
import { dropTally, tallyOf, tallySoon } from './kept-tallies.ts'
import { parseListVersion } from './list-version.ts'
import { type ListOrder, orderTerms } from './order-by.ts'
import { type Cut, readCounted, readRows } from './read-kept-rows.ts'
import { readTail, takePositions } from './read-positions.ts'
import { type ListQuery, selectShapedPage, selectShapedRows } from './select-page.ts'
import { countBy } from './tally.ts'

/** Records up to here are read past; behind, the way there is looked up where it is known. */
const near = 2 * spacing
/** From here on it is worth to know the way. */
const far = 20 * spacing
/** Lists whose positions are taken at a time: it keeps the database busy for seconds where they are long. */
const mostTaken = 2

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
  const { filters } = keptOf(db.$client)
  const key = keptKey(list)
  const isOnce = list.isFiltered && !list.isFoundOnce && list.lists.length === 1 && !filters.has(key)
  if (isOnce && tallyOf(keptOf(db.$client), list.tallied) === undefined) {
    filters.set(key, true)
    return selectOnce(db, list, page)
  }
  const { found } = await readTold(db, list, { limit: page.limit, offset: (page.page - 1) * page.limit })
  return found
}

/**
 * The records of a cut with the number of all that match, which is counted only where it is not known of this version;
 * null where the list is not counted and need not be.
 */
async function readTold<Columns extends SelectedFields>(
  db: Database & { readonly $client: Pool },
  list: KeptList<Columns>,
  cut: Cut,
): Promise<{ readonly tag: string | null; readonly found: Page<SelectResultFields<Columns>> | null }> {
  const kept = keptOf(db.$client)
  const key = keptKey(list)
  if (!list.isFiltered || kept.totals.has(key) || tallyOf(kept, list.tallied) !== undefined) {
    const { tag, rows } = await readRows(db, list, cut)
    if (tag === null) return { tag, found: null }
    const known = list.isFiltered ? totalIn(kept, list, tag) : totalOf(tag)
    if (known !== undefined) return { tag, found: { rows, total: known } }
    if (list.tallied) dropTally(kept, list.tallied)
  }
  const { tag, rows, total } = await readCounted(db, list, cut)
  if (tag !== null) kept.totals.set(key, { tag, total })
  if (list.tallied && total > cut.limit) tallySoon(db, kept, list.tallied)
  return { tag, found: { rows, total } }
}

/** The number of all that match a filter in a version of its lists, where it is known. */
function totalIn<Columns extends SelectedFields>(kept: Kept, list: KeptList<Columns>, tag: string): number | undefined {
  const known = kept.totals.get(keptKey(list))
  if (known?.tag === tag) return known.total
  const tally = tallyOf(kept, list.tallied)
  return list.tallied && tally?.tag === firstTagOf(tag) ? countBy(tally, list.tallied) : undefined
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
  else if (list.tallied) tallySoon(db, keptOf(db.$client), list.tallied)
  return found
}

/**
 * A page further in; null where the list is not counted. Positions are taken when a list is asked again that nobody has
 * written since: to take them costs more than to find one page by its keys, and nobody waits for it.
 */
async function selectFar<Columns extends SelectedFields>(
  db: Database & { readonly $client: Pool },
  list: KeptList<Columns>,
  page: PageRequest,
): Promise<Page<SelectResultFields<Columns>> | null> {
  const kept = keptOf(db.$client)
  const key = keptKey(list)
  const known = kept.positions.get(key)
  const through = known && (await readThrough(db, list, page, known))
  if (through) return through
  const carried = known && (await carryOn(db, list, known))
  if (carried) kept.positions.set(key, carried)
  else kept.positions.delete(key)
  const carriedThrough = carried && (await readThrough(db, list, page, carried))
  if (carriedThrough) return carriedThrough
  const before = kept.asked.get(key)
  // Identifiers are read past, from an index alone where there is one, and only then records.
  const cut = { limit: page.limit, offset: (page.page - 1) * page.limit, isByKeys: true }
  const { tag, found } = await readTold(db, list, cut)
  if (tag === null) return null
  kept.asked.set(key, tag)
  if (before === tag && cut.offset >= far) takeSoon(db, list, kept)
  return found
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

/** Takes the positions of a list, those of few lists at a time. It may fail: then they are taken another time. */
function takeSoon<Columns extends SelectedFields>(db: Database, list: KeptList<Columns>, kept: Kept): void {
  const key = keptKey(list)
  if (kept.taking.has(key) || kept.taking.size >= mostTaken) return
  const taking = takePositions(db, list)
    .then((positions) => {
      if (positions) kept.positions.set(key, positions)
    })
    .catch(() => {
      kept.asked.delete(key)
    })
    .finally(() => kept.taking.delete(key))
  kept.taking.set(key, taking)
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
