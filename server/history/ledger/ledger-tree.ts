import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { encodeLeaf } from '#lib/ledger/leaf.ts'
import {
  computeRoot,
  type Hash,
  hashLeaf,
  hashSubtrees,
  type LeafRange,
  splitIntoSubtrees,
} from '#lib/ledger/merkle-tree.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { ledgerLeaves, ledgerNodes } from '#server/schema/ledger.ts'

/** Levels from one stored hash to the next above it: a stored node covers 256 nodes of the level below. */
const levelStep = 8

/** Hashes of one stored level, from `first` to before `past`. Level 0 holds the leaves. */
type Span = { readonly level: number; readonly first: number; readonly past: number }

/** Computes the hashes of ranges of leaves, with two statements however large the tree. */
export async function readHashes(db: Queryable, ranges: readonly LeafRange[]): Promise<Hash[]> {
  const spans = ranges.map((range) =>
    splitIntoSubtrees(range).map(({ level, index }) => {
      const storedLevel = level - (level % levelStep)
      const count = 2 ** (level - storedLevel)
      return { level: storedLevel, first: index * count, past: (index + 1) * count }
    }),
  )
  const roots = await readRoots(db, spans.flat())
  return spans.map((subtrees) => hashSubtrees(roots.splice(0, subtrees.length)))
}

/** Stores the nodes that became complete when the tree grew from `from` to `to` leaves. */
export async function storeNodes(db: Queryable, from: number, to: number): Promise<void> {
  for (let level = levelStep; 2 ** level <= to; level += levelStep) {
    const first = Math.floor(from / 2 ** level)
    const past = Math.floor(to / 2 ** level)
    const indexes = Array.from({ length: past - first }, (_, index) => first + index)
    const children = 2 ** levelStep
    const roots = await readRoots(
      db,
      indexes.map((index) => ({ level: level - levelStep, first: index * children, past: (index + 1) * children })),
    )
    const nodes = indexes.map((index, offset) => ({ level, index, hash: Buffer.from(roots[offset] ?? []) }))
    if (nodes.length > 0) await db.insert(ledgerNodes).values(nodes)
  }
}

/** Computes the root above the hashes of each span. */
async function readRoots(db: Queryable, spans: readonly Span[]): Promise<Hash[]> {
  const leaves = spans.filter(({ level }) => level === 0)
  const nodes = spans.filter(({ level }) => level > 0)
  const storedHashes = [...(await readLeaves(db, leaves)), ...(await readNodes(db, nodes))]
  const hashes = new Map(spans.map((span) => [span, [] as Hash[]]))
  for (const { level, position, hash } of storedHashes)
    hashes.get((level === 0 ? leaves : nodes)[position] as Span)?.push(hash)
  return spans.map((span) => computeRoot(hashes.get(span) ?? []))
}

/** Columns for the bytes of a leaf. */
export const leafColumns = {
  kind: ledgerLeaves.kind,
  id: ledgerLeaves.recordId,
  commitment: ledgerLeaves.commitment,
}

async function readLeaves(db: Queryable, spans: readonly Span[]) {
  const rows = await readSpans<LeafColumns>(db, ledgerLeaves, sql`kind, record_id as id, commitment`, spans)
  return rows.map(({ position, ...leaf }) => ({ level: 0, position, hash: hashLeaf(encodeLeaf(leaf)) }))
}

async function readNodes(db: Queryable, spans: readonly Span[]) {
  return readSpans<{ level: number; hash: Buffer }>(db, ledgerNodes, sql`level, hash`, spans)
}

type LeafColumns = Pick<typeof ledgerLeaves.$inferSelect, 'kind' | 'commitment'> & { readonly id: string }

/** Reads the rows of each span in order, by one index scan per span: a join would read the whole table. */
async function readSpans<Row extends Record<string, unknown>>(
  db: Queryable,
  table: PgTable,
  columns: SQL,
  spans: readonly Span[],
) {
  if (spans.length === 0) return []
  const listed = JSON.stringify(spans.map((span, index) => ({ ...span, position: index })))
  const ofLevel = table === ledgerNodes ? sql`level = span.level and` : sql``
  const { rows } = await db.execute<Row & { position: number }>(sql`
    select span.position, found.* from jsonb_to_recordset(${listed}::jsonb)
      as span(position int, level int, first bigint, past bigint)
    cross join lateral (
      select index, ${columns} from ${table} where ${ofLevel} index >= span.first and index < span.past offset 0
    ) found
    order by span.position, found.index`)
  return rows
}
