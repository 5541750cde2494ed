import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { openCheckpoint, parseHash } from '#lib/ledger/checkpoint.ts'
import { isProven } from '#lib/ledger/leaf-proof.ts'
import { isExtension } from '#lib/ledger/merkle-tree.ts'
import { parseVerifierKey } from '#lib/ledger/signed-note.ts'
import { verifyLedger } from '#server/history/verify-ledger.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Database, Queryable, Transaction } from '#server/platform/db/client.ts'
import { countRowsRead } from '#server/platform/db/testing-plan.ts'
import { resealSecrets } from '#server/platform/reseal-secrets.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { auditEvents } from '#server/schema/history.ts'
import { ledgerLeaves, ledgerNodes, ledgerPending, ledgers } from '#server/schema/ledger.ts'
import { reviewVersions } from '#server/schema/reviews.ts'
import { appendLeaves, hasPendingLeaves } from './append-leaves.ts'
import { deleteSalts } from './delete-salts.ts'
import { findLedger, signHead } from './ledger-key.ts'
import { readHashes, storeNodes } from './ledger-tree.ts'
import { getCheckpoint, getConsistency, getLeaf, getLeafProof, getLedgerKey } from './queries.ts'

const database = provideTestRuntime({
  empty: [auditEvents, reviewVersions, ledgerPending, ledgerLeaves, ledgerNodes, ledgers],
})
const ctx = () => testContext(database.db)

/** Inserts entries of the history like an import. */
const insertEntries = (from: number, to: number, db: Queryable = database.db) =>
  db.execute(sql`insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
    select 'evt_' || lpad(n::text, 6, '0'), timestamptz '2026-01-01' + n * interval '1 minute', 'account', 'acc_1', 'Ada', 'update',
      'change', 'CHG' || n, '{"title":{"from":null,"to":"One"}}', 'r' from generate_series(${from}::int, ${to}::int - 1) n`)

async function append(count: number) {
  const [row] = await database.db.select({ count: sql<number>`count(*)::int` }).from(auditEvents)
  const from = row?.count ?? 0
  await insertEntries(from, from + count)
  await appendLeaves(ctx())
}
const keyOfLedger = async () => parseVerifierKey(await getLedgerKey(ctx()))
const headNow = async () => openCheckpoint(await getCheckpoint(ctx()), [await keyOfLedger()])

describe('appendLeaves', () => {
  test('gives each entry and each version of a review a leaf that its record proves', async () => {
    expect(await hasPendingLeaves(ctx())).toBe(false)
    await expect(getCheckpoint(ctx())).rejects.toMatchObject({ code: 'not_found' })
    await recordEvent(ctx(), changeActions.update, 'CHG1', { title: { from: 'A', to: 'half \ud800' } })
    await database.db.insert(reviewVersions).values({
      reference: 'PIR-2026-0001',
      number: 1,
      completedAt: '2026-03-10T12:00:00.000Z',
      completedBy: 'Noor',
      outcome: 'successful',
      snapshot: {} as never,
    })
    expect(await hasPendingLeaves(ctx())).toBe(true)
    await appendLeaves(ctx())
    expect(await hasPendingLeaves(ctx())).toBe(false)
    expect(await headNow()).toMatchObject({ size: 2 })
    expect(await getLeaf(ctx(), 0)).toMatch(/^hindsight review-version\/v1\nPIR-2026-0001\/1\n[\w+/]{43}=\n$/)
    expect(await getLeaf(ctx(), 1)).toMatch(/^hindsight audit-entry\/v1\nevt_\w{26}\n[\w+/]{43}=\n$/)
    expect(await verifyLedger(ctx())).toEqual({ size: 2, erased: 0, notes: [], faults: [] })
  })

  test('keeps order and number of leaves when two processes append, and when records wait again', async () => {
    await insertEntries(0, 1200)
    await Promise.all([appendLeaves(ctx()), appendLeaves(ctx())])
    const before = await getCheckpoint(ctx())
    await database.db.execute(
      sql`insert into ledger_pending (record_id, kind) select id, 'audit-entry' from audit_events`,
    )
    await appendLeaves(ctx())
    expect(await getCheckpoint(ctx())).toBe(before)
    expect(await verifyLedger(ctx())).toEqual({ size: 1200, erased: 0, notes: [], faults: [] })
  })

  test('signs with the same key after HINDSIGHT_SECRET has changed', async () => {
    await append(1)
    const key = await keyOfLedger()
    const first = getRuntime()
    setRuntime({ ...first, secret: 'the secret of the second month', previousSecret: first.secret })
    await resealSecrets(database.db, { secret: 'the secret of the second month', previousSecret: first.secret })
    setRuntime({ ...first, secret: 'the secret of the second month', previousSecret: undefined })
    await append(1)
    expect(openCheckpoint(await getCheckpoint(ctx()), [key]).size).toBe(2)
    setRuntime(first)
  })
})

test('the proofs hold for leaves and heads of every size, across stored nodes', async () => {
  const heads = []
  for (const count of [1, 2, 252, 1, 1, 300, 600]) {
    await append(count)
    heads.push(await headNow())
  }
  const last = heads.at(-1)
  if (!last) throw new Error('There is no head.')
  expect(await database.db.$count(ledgerNodes)).toBe(4)
  for (const head of heads) {
    const lines = (await getConsistency(ctx(), { from: head.size, to: last.size })).split('\n').slice(0, -1)
    expect(
      isExtension(
        head,
        last,
        lines.map((line) => parseHash(line) ?? new Uint8Array()),
      ),
    ).toBe(true)
  }
  const key = await keyOfLedger()
  for (const index of [0, 1, 254, 255, 256, 511, 512, 1023, 1024, 1156]) {
    const leaf = await getLeaf(ctx(), index)
    const proof = await getLeafProof(ctx(), index)
    expect(isProven(new TextEncoder().encode(leaf), proof, [key])).toBe(true)
    expect(proof.length).toBeLessThan(2048)
  }
  await expect(getLeaf(ctx(), 1157)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getLeafProof(ctx(), 1157)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getConsistency(ctx(), { from: 2, to: 1158 })).rejects.toMatchObject({ code: 'not_found' })
  await expect(getConsistency(ctx(), { from: 2, to: 1 })).rejects.toMatchObject({ code: 'not_found' })
  expect(await getConsistency(ctx(), { from: 0, to: 5 })).toBe('')
})

class Undo extends Error {}

/** Runs in a transaction that is rolled back. */
async function undoing(work: (tx: Transaction) => Promise<void>) {
  await expect(
    database.db.transaction(async (tx) => {
      await work(tx)
      throw new Undo()
    }),
  ).rejects.toThrow(Undo)
}

describe('verifyLedger', () => {
  beforeEach(() => append(20))

  test.each([
    [
      'a deleted entry',
      sql`delete from audit_events where id = 'evt_000004'`,
      'Leaf 4 (audit-entry evt_000004) has no record any more.',
    ],
    [
      'a deleted salt',
      sql`update ledger_leaves set salt = null where index = 4`,
      'Leaf 4 (audit-entry evt_000004) lost its salt, and no erasure or retention lists it.',
    ],
    ['a deleted leaf', sql`delete from ledger_leaves where index = 4`, 'Before leaf 5 1 are missing.'],
    [
      'an entry that was never appended',
      sql`delete from ledger_leaves where index = 19`,
      'The entry evt_000019 of the history has no leaf.',
    ],
  ])('names %s', async (_, change, fault) => {
    await undoing(async (tx) => {
      await tx.execute(change)
      expect((await verifyLedger({ ...ctx(), db: tx })).faults).toContain(fault)
    })
  })

  test('lists whose salts were deleted, and proves what the record says afterwards', async () => {
    const kept = await getCheckpoint(ctx())
    await inTransaction(ctx(), (tx) => deleteSalts(tx, sql`select 'evt_00000' || n from generate_series(3, 5) n`))
    await database.db
      .update(auditEvents)
      .set({ actorName: 'A former colleague' })
      .where(eq(auditEvents.id, 'evt_000003'))
    await appendLeaves(ctx())
    expect(await verifyLedger(ctx(), [kept])).toEqual({
      size: 24,
      erased: 3,
      notes: [
        expect.stringMatching(
          /^Since the checkpoint, Test admin deleted the salts of leaves \(evt_\w+, 2026.+\): 3-5\.$/,
        ),
      ],
      faults: [],
    })
    await database.db.update(auditEvents).set({ actorName: 'Nobody' }).where(eq(auditEvents.id, 'evt_000003'))
    expect((await verifyLedger(ctx())).faults).toEqual([
      expect.stringMatching(/^Leaf 2\d \(audit-entry evt_000003\) has another record than it was made for\.$/),
    ])
  })

  test('names an entry that is older than the leaves before it, and counts what waits', async () => {
    await undoing(async (tx) => {
      await tx.execute(sql`insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id)
        select 'evt_00back', at - interval '90 days', actor_kind, actor_id, actor_name, action, entity_type, entity_id, changes, request_id
        from audit_events where id = 'evt_000019'`)
      await appendLeaves({ ...ctx(), db: tx })
      await insertEntries(20, 22, tx)
      expect((await verifyLedger({ ...ctx(), db: tx })).faults).toEqual([
        expect.stringMatching(
          /^Leaf 20 \(audit-entry evt_00back\) is dated 2025-10-03T.+, before leaves before it: 2026-01-01T/,
        ),
        expect.stringMatching(/^Without a leaf yet: 2 records, the oldest of 2026-01-01T/),
      ])
    })
  })

  test('refuses a checkpoint of another key', async () => {
    const kept = await getCheckpoint(ctx())
    await database.db.delete(ledgers)
    await database.db.delete(ledgerLeaves)
    await database.db.execute(
      sql`insert into ledger_pending (record_id, kind) select id, 'audit-entry' from audit_events`,
    )
    await appendLeaves(ctx())
    await expect(verifyLedger(ctx(), [kept])).rejects.toThrow('No signature of hindsight/ledger/')
  })
})

test('a proof among ten million leaves has at most 2 kB and reads only what it needs', async () => {
  await append(1)
  const size = 10_000_000
  // The leaves near those of the proofs. A block without leaves is hashed as an empty one.
  const stored = 256
  const chosen = [0, 77, 5_120_200, size - 1]
  await database.db.delete(ledgerLeaves)
  for (const index of chosen) {
    const first = index - (index % stored)
    await database.db.execute(sql`
      insert into ledger_leaves (index, kind, record_id, commitment)
      select n, 'audit-entry', 'evt_' || n, sha256(n::text::bytea)
      from generate_series(${first}::int, ${Math.min(size, first + stored)}::int - 1) n on conflict do nothing`)
  }
  for (let from = 0; from < size; from += stored ** 2) {
    await storeNodes(database.db, from, Math.min(size, from + stored ** 2))
  }
  const ledger = await findLedger(database.db)
  const [root] = await readHashes(database.db, [[0, size]])
  if (!ledger || !root) throw new Error('There is no ledger.')
  await database.db.update(ledgers).set({ size, checkpoint: signHead(ledger, { size, root }) })
  await database.pool.query('analyze ledger_nodes, ledger_leaves')
  const key = await keyOfLedger()
  const times: number[] = []
  for (let drawn = 0; drawn < runs(chosen.length); drawn += 1) {
    const index = chosen[drawn % chosen.length] ?? 0
    const started = performance.now()
    const proof = await getLeafProof(ctx(), index)
    times.push(performance.now() - started)
    expect(proof.length).toBeLessThanOrEqual(2_000)
    expect(isProven(new TextEncoder().encode(await getLeaf(ctx(), index)), proof, [key])).toBe(true)
  }
  // Only `npm run prove`, on a quiet machine, measures milliseconds.
  if (runs(1) > 1) expect(times.toSorted((a, b) => a - b)[times.length / 2]).toBeLessThanOrEqual(10)
  const read = (db: Database) => getLeafProof({ ...ctx(), db }, 5_120_200)
  expect(await countRowsRead('ledger_nodes', database.pool, read)).toBeLessThanOrEqual(3 * stored)
  expect(await countRowsRead('ledger_leaves', database.pool, read)).toBeLessThanOrEqual(2 * stored)
})
