import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reviewActions } from '#lib/actions/review-actions.ts'
import { compareContent, replayReview } from '#lib/ledger/pack-records.ts'
import { replayedFields } from '#lib/ledger/replayed-fields.ts'
import { getChange } from '#server/changes/queries.ts'
import { importContent } from '#server/import/testing-import.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import {
  answeredSteps,
  cleanAnswers,
  createContext,
  henrike,
  insertOwed,
  insertPeople,
  noor,
  saveStep,
} from '#server/reviews/testing.ts'
import { deployments } from '#server/schema/connections.ts'
import { ledgerLeaves, ledgerNodes, ledgers } from '#server/schema/ledger.ts'
import { reviews } from '#server/schema/reviews.ts'
import { appendLeaves } from './ledger/append-leaves.ts'
import { proveRecords } from './ledger/ledger-copy.ts'
import { findLedger, signHead } from './ledger/ledger-key.ts'
import { readHashes, storeNodes } from './ledger/ledger-tree.ts'
import { getCheckpoint } from './ledger/queries.ts'
import { replayHistory } from './replay-history.ts'
import { verifyLedger } from './verify-ledger.ts'

const database = provideTestRuntime({ pipeline: false })
const now = new Date('2026-03-10T12:05:00.000Z')
const ctx = (db: Queryable = database.db) => testContext(db, testPerson('admin'), now)
/** A checkpoint that an auditor kept, and the records of the packs of that time. */
let kept = ''
let known: Awaited<ReturnType<typeof readRecords>>

async function readRecords(db: Queryable) {
  const ledger = await findLedger(db)
  const leaves = await db.select().from(ledgerLeaves)
  const records = await proveRecords(db, ledger, leaves)
  return { name: 'pack', size: ledger?.size ?? 0, records: new Map(records.map((one) => [one.id, one] as const)) }
}

const changeRows = Array.from(
  { length: 8 },
  (_, n) =>
    `CHG${n},Change ${n},${n % 2 === 0 ? 'review' : 'closed'},normal,high,2026-03-01T08:00:00Z,2026-03-01T10:00:00Z,2026-03-01T08:05:00Z,2026-03-01T09:55:00Z,${n === 0 ? noor.email : 'ann@x.example'},bo@x.example,Payments,cy@x.example,2026-02-20T08:00:00Z,successful`,
)
const incidentRows = Array.from(
  { length: 6 },
  (_, n) => `INC${n},Card ${n},3 - Moderate,resolved,2026-03-01T11:00:00Z,2026-03-01T12:00:00Z,CHG${n},pay`,
)
const actionRows = Array.from(
  { length: 4 },
  (_, n) => `imp_${n},Action ${n},CHG${n},ann@x.example,2026-05-0${n + 1},open`,
)

/** What somebody names who has the checkpoint and the packs. */
async function listNamed(db: Queryable): Promise<string[]> {
  const { faults, notes } = await verifyLedger(ctx(db), [kept])
  const compared = compareContent(known, { ...(await readRecords(db)), name: 'later pack' })
  return [...faults, ...notes, ...compared.faults, ...compared.notes]
}

/** Rebuilds the ledger over its leaves in their order, and signs it with the key of the server. */
async function rebuild(tx: Transaction) {
  const ledger = await findLedger(tx)
  const leaves = await tx.select().from(ledgerLeaves).orderBy(ledgerLeaves.index)
  if (!ledger) throw new Error('There is no ledger.')
  await tx.delete(ledgerLeaves)
  await tx.delete(ledgerNodes)
  if (leaves.length > 0) await tx.insert(ledgerLeaves).values(leaves.map((leaf, index) => ({ ...leaf, index })))
  await storeNodes(tx, 0, leaves.length)
  const [root] = await readHashes(tx, [[0, leaves.length]])
  if (!root) throw new Error('There is no root.')
  await tx.update(ledgers).set({ size: leaves.length, checkpoint: signHead(ledger, { size: leaves.length, root }) })
}

const tables = { changes: 'number', incidents: 'number', reviews: 'reference', improvements: 'id' } as const
const fieldsOf = {
  changes: replayedFields.change,
  incidents: replayedFields.incident,
  reviews: [...replayedFields.review, 'completed_at', 'signed_off_at', 'signed_off_by'],
  improvements: replayedFields.improvement,
} as const

type Drawn = {
  readonly table: keyof typeof tables
  readonly row: number
  readonly field: number
  readonly salt: 'kept' | 'deleted' | 'new'
}

/** Another value for a column of any type. */
async function change(tx: Transaction, table: string, column: string, where: string) {
  const { rows } = await tx.execute<{ type: string }>(
    sql`select udt_name as type from information_schema.columns where table_name = ${table} and column_name = ${column} and table_schema = current_schema()`,
  )
  const type = rows[0]?.type ?? ''
  const values: Readonly<Record<string, string>> = {
    bool: `not ${column}`,
    date: `coalesce(${column}, '2026-01-01') + 1`,
    timestamptz: `coalesce(${column}, '2026-01-01') - interval '1 day'`,
    json: `'{"status":{"from":"in_progress","to":"completed"}}'`,
  }
  await tx.execute(
    sql.raw(`update ${table} set ${column} = ${values[type] ?? `coalesce(${column}, '') || 'x'`} where ${where}`),
  )
}

const pick = (table: string, key: string, row: number) =>
  `${key} = (select ${key} from ${table} order by ${key} offset ${row} % (select count(*)::int from ${table}) limit 1)`

/** Edits a record of the history with its leaf as it is, without its salt, or with a leaf that fits it. */
async function editLeaf(tx: Transaction, { salt }: Drawn, kind: string, id: string) {
  const isLeaf = sql`kind = ${kind} and record_id = ${id}`
  if (salt === 'deleted') await tx.execute(sql`update ledger_leaves set salt = null where ${isLeaf}`)
  if (salt !== 'new') return
  const { rows } = await tx.execute<{ index: number }>(sql`select index::int from ledger_leaves where ${isLeaf}`)
  await tx.execute(sql`delete from ledger_leaves where ${isLeaf}`)
  await tx.execute(sql`insert into ledger_pending (record_id, kind) values (${id}, ${kind})`)
  await appendLeaves(ctx(tx))
  await tx.execute(sql`update ledger_leaves set index = -1 where ${isLeaf}`)
  await tx.execute(sql`update ledger_leaves set index = ${rows[0]?.index} where index = -1`)
  await rebuild(tx)
}

const entryColumns =
  'at actor_kind actor_id actor_name action action_name entity_type entity_id changes request_id'.split(' ')
const versionColumns = ['completed_at', 'completed_by', 'signed_off_by', 'outcome']

async function chooseEntry(tx: Transaction, row: number): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql.raw(`select id from audit_events where ${pick('audit_events', 'id', row)}`),
  )
  return rows[0]?.id ?? ''
}

/** The edits of an administrator with the database and the key of the server. */
const edits: Readonly<Record<string, (tx: Transaction, drawn: Drawn) => Promise<void>>> = {
  async 'a value of a record'(tx, { table, row, field }) {
    const column = fieldsOf[table][field % fieldsOf[table].length] ?? ''
    await change(tx, table, column, pick(table, tables[table], row))
  },
  async 'a record that disappears'(tx, { table, row }) {
    await tx.execute(sql.raw(`delete from ${table} where ${pick(table, tables[table], row)}`))
  },
  async 'a record that appears'(tx) {
    await tx.execute(sql`insert into incidents (number, short_description, priority, state, opened_at, origin, updated_at)
      values ('INC99', 'Invented', '3 - Moderate', 'resolved', now(), 'entry', now())`)
  },
  async 'an entry'(tx, drawn) {
    const id = await chooseEntry(tx, drawn.row)
    await change(tx, 'audit_events', entryColumns[drawn.field % entryColumns.length] ?? '', `id = '${id}'`)
    await editLeaf(tx, drawn, 'audit-entry', id)
  },
  async 'an entry that disappears'(tx, drawn) {
    const id = await chooseEntry(tx, drawn.row)
    await tx.execute(sql`delete from audit_events where id = ${id}`)
    if (drawn.salt === 'deleted') await editLeaf(tx, drawn, 'audit-entry', id)
    if (drawn.salt === 'new') {
      await tx.execute(sql`delete from ledger_leaves where record_id = ${id}`)
      await rebuild(tx)
    }
  },
  async 'an entry of an earlier time'(tx, { row }) {
    await tx.execute(sql`insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, action_name, entity_type, entity_id, changes, request_id)
      select 'evt_00back', at - (${row} % 90 + 1) * interval '1 day', 'account', 'acc_1', 'Henrike Vos', 'update', 'signed_off', 'review', entity_id, '{}', 'r'
      from audit_events where entity_type = 'review' limit 1`)
    await appendLeaves(ctx(tx))
  },
  async 'the order of two entries'(tx, { row, field }) {
    const one = row % known.size
    const other = (one + 1 + (field % (known.size - 1))) % known.size
    await tx.execute(sql`update ledger_leaves set index = -1 where index = ${one}`)
    await tx.execute(sql`update ledger_leaves set index = ${one} where index = ${other}`)
    await tx.execute(sql`update ledger_leaves set index = ${other} where index = -1`)
    await rebuild(tx)
  },
  async 'a deployment that disappears'(tx, drawn) {
    await tx.delete(deployments)
    await editLeaf(tx, drawn, 'deployment', 'dep_1')
  },
  async 'a version'(tx, drawn) {
    const { rows } = await tx.execute<{ id: string }>(
      sql.raw(
        `select reference || '/1' as id from review_versions where ${pick('review_versions', 'reference', drawn.row)}`,
      ),
    )
    const id = rows[0]?.id ?? ''
    await change(
      tx,
      'review_versions',
      versionColumns[drawn.field % versionColumns.length] ?? '',
      `reference || '/1' = '${id}'`,
    )
    await editLeaf(tx, drawn, 'review-version', id)
  },
  async 'a version that disappears, with an entry of its deletion'(tx, { row }) {
    const { rows } = await tx.execute<{ id: string }>(
      sql.raw(`select reference || '/1' as id from review_versions where ${pick('review_versions', 'reference', row)}`),
    )
    const id = rows[0]?.id ?? ''
    await tx.execute(sql`delete from review_versions where reference || '/1' = ${id}`)
    await forgeErasure(tx, id)
  },
  async 'an erasure that nobody asked for'(tx, { row, field }) {
    const id = await chooseEntry(tx, row)
    await change(tx, 'audit_events', entryColumns[field % entryColumns.length] ?? '', `id = '${id}'`)
    await forgeErasure(tx, id)
  },
  async 'an older backup'(tx, { row }) {
    const size = row % known.size
    await tx.execute(sql`delete from ledger_leaves where index >= ${size}`)
    await tx.execute(sql`delete from audit_events where id not in (select record_id from ledger_leaves)`)
    await rebuild(tx)
  },
}

async function forgeErasure(tx: Transaction, id: string) {
  const { rows } = await tx.execute<{ index: number }>(
    sql`update ledger_leaves set salt = null where record_id = ${id} returning index::int`,
  )
  const changes = JSON.stringify({ leaves: { from: null, to: String(rows[0]?.index) } })
  await tx.execute(sql`insert into audit_events (id, at, actor_kind, actor_id, actor_name, action, action_name, entity_type, entity_id, changes, request_id)
    values ('evt_zforged', ${now.toISOString()}, 'system', 'retention', 'Hindsight', 'update', 'salts_deleted', 'ledger', 'ledger', ${changes}::json, 'r')`)
  await tx.execute(
    sql`insert into ledger_pending (record_id, kind) select record_id, kind from ledger_leaves where record_id = ${id}`,
  )
  await appendLeaves(ctx(tx))
}

class Undo extends Error {}

test('an honest history has no faults, and each record that the service wrote is compared', async () => {
  const heads =
    'number,title,state,type,risk,planned_start,planned_end,actual_start,actual_end,assigned_to,requested_by,assignment_group,approved_by,approved_at,close_code'
  await importContent(database, 'changes', [heads, ...changeRows, ''].join('\n'))
  await importContent(
    database,
    'incidents',
    [
      'number,short_description,priority,state,opened_at,resolved_at,related_change,affected_service',
      ...incidentRows,
      '',
    ].join('\n'),
  )
  await importContent(
    database,
    'improvements',
    ['id,title,source_ref,owner,target_date,status', ...actionRows, ''].join('\n'),
  )
  await insertPeople(database.db, {
    [noor.email]: noor.name,
    'ann@x.example': 'Ann Lee',
    'bo@x.example': 'Bo Lind',
    'cy@x.example': 'Cy Ray',
  })
  for (const number of ['CHG0', 'CHG2', 'CHG4', 'CHG6']) {
    const review = await startReview(createContext(database.db), number)
    if (number === 'CHG6') continue
    const incidents = {
      decisions: [{ incident: `INC${number.slice(3)}`, decision: 'rejected' as const, reason: 'A disk.' }],
      is_none_caused: true,
    }
    for (const step of answeredSteps)
      await saveStep(createContext(database.db), review, step, step === 'incidents' ? incidents : cleanAnswers[step])
    if (number !== 'CHG0') await completeReview(createContext(database.db), review.reference, {})
    else {
      const { submitted_at } = await submitReview(createContext(database.db), review.reference, undefined)
      const { updated_at } = await getChange(ctx(), number)
      const read = { submitted_at: submitted_at ?? '', change_updated_at: updated_at }
      await signOffReview(createContext(database.db, henrike), review.reference, read)
    }
  }
  await database.db.execute(sql`insert into deployments (id, connection_id, foreign_id, service, environment, is_production, status, facts, event_at, updated_at)
    values ('dep_1', 'con_1', '1', 'pay', 'production', true, 'succeeded', '{}', now(), now())`)
  await appendLeaves(ctx())
  kept = await getCheckpoint(ctx())
  known = await readRecords(database.db)
  expect(await verifyLedger(ctx(), [kept])).toEqual({ size: known.size, erased: 0, notes: [], faults: [] })
})

test('each edit of an administrator is named to who has an earlier checkpoint and pack', async () => {
  const drawn: fc.Arbitrary<Drawn> = fc.record({
    table: fc.constantFrom(...(Object.keys(tables) as (keyof typeof tables)[])),
    row: fc.nat({ max: 1_000 }),
    field: fc.nat({ max: 1_000 }),
    salt: fc.constantFrom('kept', 'deleted', 'new'),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(edits)), drawn, async (name, one) => {
      const named = database.db.transaction(async (tx) => {
        await edits[name]?.(tx, one)
        expect(await listNamed(tx), `${name} ${JSON.stringify(one)}`).not.toEqual([])
        throw new Undo()
      })
      await expect(named).rejects.toThrow(Undo)
    }),
    { numRuns: runs(40) },
  )
}, 600_000)

test('what releases before 0.4 left out of the history is no fault, and what an entry does not state is one', async () => {
  const { db } = database
  const value = (from: unknown, to: unknown) => ({ from, to })
  const text = 'High risk by its rating'
  const entries = [
    { due_on: value(null, '2026-03-10'), reasons: value(null, [`High risk: ${text}`]) },
    { status: value('in_progress', 'completed') },
    { status: value('completed', 'in_progress'), reopen_reason: value(null, 'A fourth incident.') },
  ]
  const stored = { status: 'in_progress', dueOn: '2026-03-30' } as const
  const reasons = [{ rule_id: 'rule_high_risk', rule: 'High risk', text }]
  const reference = await insertOwed(db, 'CHG-OLD', { ...stored, reasons }, { origin: 'demo' })
  const actions = [reviewActions.create, reviewActions.completed, reviewActions.reopened] as const
  for (const [index, action] of actions.entries()) await recordEvent(ctx(), action, reference, entries[index] ?? {})
  const replayPacked = (status: string) => {
    const record = { at: '', action: 'update', entity_type: 'review' }
    const proven = { kind: 'audit-entry', id: '', ledger: null } as const
    const history = entries.map((changes) => ({ ...proven, record: { ...record, changes } }))
    return replayReview({ change: {}, review: { status, due_on: stored.dueOn }, history, versions: [] })
  }
  expect((await replayHistory(db)).faults).toEqual([])
  expect(replayPacked('in_progress')).toEqual([])
  expect(replayPacked('waived')).toEqual(['says that status is "waived", and by the history it is empty'])
  await db.update(reviews).set({ status: 'waived', reasons: [] }).where(eq(reviews.reference, reference))
  expect((await replayHistory(db)).faults).toEqual([
    `Review ${reference}: Status is "waived", and by the history null.`,
    `Review ${reference} has other reasons than its history states.`,
  ])
})
