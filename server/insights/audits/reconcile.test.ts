import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fill } from '#e2e/lab/servicenow/fill.ts'
import { startServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { makeSysId, type TableRow } from '#e2e/lab/servicenow/tables.ts'
import type { FindingKind } from '#lib/contracts/app/audit-reconciliation.ts'
import {
  countOpenPoints,
  listReconciliationLines,
  type ReconciliationSection,
} from '#lib/domain/audits/reconciliation.ts'
import { connectTo, provideDatabase } from '#server/connections/servicenow/testing-streams.ts'
import { reviewUnrecordedChange } from '#server/deployments/handle-unrecorded.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { insertChange, insertDeployment } from '#server/reviews/testing.ts'
import { imports, recordOrigins } from '#server/schema/imports.ts'
import { createAudit } from './commands.ts'
import { explainDeployment } from './deployments.ts'
import { printReconciliation, readReconciliation } from './reconcile.ts'
import { storeSourceCounts } from './store-source-counts.ts'

let database: TestDatabase

async function openDatabase(): Promise<void> {
  database = await createTestDatabase()
  provideDatabase(database)
}
beforeEach(openDatabase)
afterEach(() => database.drop())

const auditor = () => testContext(database.db, { ...testPerson('auditor'), name: 'Ingrid Solheim' }, new Date())
const march = { name: 'March', from: '2026-03-01', to: '2026-03-31', method: 'random', size: 1 } as const

const table = 'change_request'
const fates = [
  'plain',
  'refused',
  'outside',
  'deleted',
  'skipped',
  'renumbered',
  'renumbered there',
  'before',
  'after',
  'late',
  'hidden',
  'open',
] as const
type Fate = (typeof fates)[number]

const drawn = fc.record({
  fates: fc.array(fc.constantFrom(...fates), { minLength: 12, maxLength: 24 }),
  deployments: fc.array(fc.constantFrom('authorised', 'none', 'not authorised', 'approved later'), { maxLength: 8 }),
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
  readsQueriesInZone: fc.boolean(),
})
type DrawnFates = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

const toNumber = (index: number) => `CHG${String(index + 1).padStart(7, '0')}`
/** Ends of the work, from the first second of the period to the last. */
const chooseEnd = (fate: Fate, index: number, count: number): string => {
  if (fate === 'before') return '2026-02-28 23:59:59'
  if (fate === 'after') return '2026-04-01 00:00:00'
  if (index === 0) return '2026-03-01 00:00:00'
  if (index === count - 2) return '2026-03-31 23:59:59'
  return `2026-03-${String(1 + (index % 31)).padStart(2, '0')} 12:00:00`
}

/**
 * Reconciles an instance in which the first change always ends in the period and is read, so that there is a
 * population, and the last one ends after it, so that the zone of queries is known at its end.
 */
async function reconcile({ fates: others, deployments: deployed, ...traps }: DrawnFates) {
  const instance = await startServiceNow(traps)
  try {
    const all: readonly Fate[] = ['plain', ...others, 'after']
    const having = (fate: Fate) => all.flatMap((one, index) => (one === fate ? [index] : []))
    const write = (index: number, row: TableRow) =>
      instance.writeRow(table, { sys_id: makeSysId(table, index), ...row })
    fill(instance, { changes: all.length, states: ['3'] })
    for (const [index, fate] of all.entries()) {
      const type = fate === 'outside' ? 'emergency' : 'normal'
      const title = fate === 'refused' ? '' : `Change ${index}`
      const end = chooseEnd(fate, index, all.length)
      write(index, {
        type,
        short_description: title,
        work_start: end,
        work_end: end,
        approval_set: '2026-02-01 00:00:00',
        ...(fate === 'open' && { state: '-1' }),
      })
    }
    const rows = instance.tables[table]
    for (const index of having('hidden')) rows?.hidden.add(makeSysId(table, index))
    const listRows = (fate: Fate) => having(fate).map((index) => rows?.rows.get(makeSysId(table, index)) ?? {})
    const skipped = listRows('skipped')
    const late = listRows('late')
    for (const index of [...having('skipped'), ...having('late')]) instance.deleteRow(table, makeSysId(table, index))
    instance.advance(3_600_000)
    write(0, { short_description: 'The last one' })
    instance.advance(3_600_000)
    const tables = { [table]: { filter: 'type!=emergency' } }
    const connection = await connectTo(instance, database.db, { tables, page_size: 10 })
    await connection.run()
    for (const row of skipped) {
      rows?.rows.set(row.sys_id ?? '', row)
      rows?.touch(row.sys_id ?? '')
    }
    const { id } = await createAudit(auditor(), march)
    for (const index of having('deleted')) instance.deleteRow(table, makeSysId(table, index))
    for (const index of having('renumbered')) write(index, { number: `CHG9${toNumber(index).slice(4)}` })
    instance.advance(3_600_000)
    await connection.run()
    for (const index of having('renumbered there')) write(index, { number: `CHG8${toNumber(index).slice(4)}` })
    for (const { sys_updated_on: _, ...row } of late) instance.writeRow(table, row)
    await insertDeployments(deployed)
    await storeSourceCounts(auditor(), id)
    return { id, having, sections: await readReconciliation(auditor(), id) }
  } finally {
    await instance.stop()
  }
}

async function insertDeployments(kinds: DrawnFates['deployments']): Promise<void> {
  for (const [index, kind] of kinds.entries()) {
    const number = `REL-${index}`
    await insertChange(database.db, number, {
      actualEnd: null,
      isUnauthorized: kind === 'not authorised',
      approvedAt: kind === 'approved later' ? '2026-03-20T00:00:00.000Z' : null,
    })
    const matchedBy = kind === 'none' ? 'pipeline' : 'number'
    await insertDeployment(database.db, `dep_${index}`, '2026-03-05T10:00:00Z', { changeNumber: number, matchedBy })
  }
}

/** Findings of a section: the records if they are named, else the count. */
const listFindings = (sections: readonly ReconciliationSection[], kind: ReconciliationSection['kind']) =>
  Object.fromEntries(
    sections
      .filter((section) => section.kind === kind)
      .flatMap(({ findings }) =>
        findings.map((one) => [one.kind, one.records.length > 0 ? listRecords(one) : one.count]),
      ),
  )
const listRecords = ({ records }: ReconciliationSection['findings'][number]) =>
  records.map(({ record }) => record.split(',')[0]).toSorted()
const present = (found: Readonly<Partial<Record<FindingKind, number | readonly string[]>>>) =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => typeof value === 'number' || value.length > 0))

test('finds each omission that is seeded, and invents none', async () => {
  let isFirst = true
  await fc.assert(
    fc.asyncProperty(drawn, async (seeded) => {
      if (!isFirst) await database.drop().then(openDatabase)
      isFirst = false
      const { having, sections } = await reconcile(seeded)
      const numbers = (...of: Fate[]) => of.flatMap(having).map(toNumber).toSorted()
      const closed = numbers('plain', 'renumbered', 'renumbered there')
      const stored = [...closed, ...numbers('open')]
      const members = closed.length + having('deleted').length
      expect(listFindings(sections, 'connection')).toEqual({
        ...present({
          refused: numbers('refused'),
          not_in_population: numbers('open'),
          not_read_yet: numbers('late'),
          unexplained: numbers('skipped'),
          outside_filter: numbers('outside'),
          renumbered: numbers('renumbered there'),
          deleted: numbers('deleted'),
        }),
        ...(having('hidden').length > 0 && { hidden: having('hidden').length }),
        counted: stored.length + numbers('refused', 'skipped', 'late', 'hidden').length,
        stored: stored.length,
        counted_unfiltered: stored.length + numbers('refused', 'skipped', 'late', 'hidden', 'outside').length,
        in_population: members,
      })
      expect(listFindings(sections, 'population')).toEqual({
        ...present({ renumbered: numbers('renumbered') }),
        population: members,
      })
      const authorised = seeded.deployments.filter((kind) => kind === 'authorised').length
      const open = seeded.deployments.length - authorised
      const found = listFindings(sections, 'deployments')
      expect(found).toMatchObject({ deployed: seeded.deployments.length, ...(open > 0 && { authorised }) })
      expect((found.unexplained as string[] | undefined)?.length ?? 0).toBe(open)
      expect(countOpenPoints(sections)).toEqual({ unexplained: having('skipped').length + open, uncounted: 0 })
    }),
    {
      numRuns: runs(4),
      examples: [
        [
          {
            fates: [...fates, ...fates],
            deployments: ['none', 'authorised'],
            zone: 'Europe/Berlin',
            readsQueriesInZone: true,
          },
        ],
        [{ fates: Array.from({ length: 12 }, () => 'plain'), deployments: [], zone: 'UTC', readsQueriesInZone: false }],
      ],
    },
  )
}, 120_000)

test('lists the refused rows of files, and what was left out or renumbered since the freeze', async () => {
  await insertChange(database.db, 'CHG-1', { state: 'closed' })
  const { id } = await createAudit(auditor(), march)
  await insertChange(database.db, 'CHG-2', { state: 'closed' })
  const at = '2026-03-10T12:00:00.000Z'
  const refusals = [{ line: 3, place: 'line 3', reason: 'title is empty' }]
  await database.db.insert(imports).values({
    id: 'import_1',
    kind: 'changes',
    source: 'page',
    fileName: 'changes.csv',
    size: 9,
    status: 'done',
    options: {},
    rows: 12,
    refused: 1,
    result: { refusals } as never,
    actorKind: 'account',
    actorId: 'acc_1',
    createdBy: 'Mira',
    createdAt: at,
    finishedAt: at,
  })
  await database.db.insert(recordOrigins).values({
    kind: 'change',
    number: 'CHG-1',
    sourceKind: 'import',
    sourceId: 'import_1',
    detail: 'line 2',
    readAt: at,
    digest: 'd',
  })
  const sections = await readReconciliation(auditor(), id)
  expect(listFindings(sections, 'import')).toEqual({ rows: 12, stored: 11, refused: ['line 3'], in_population: 1 })
  expect(listFindings(sections, 'population')).toEqual({ population: 1, left_out: ['CHG-2'] })
  const csv = await printReconciliation(auditor(), id)
  expect(csv.split('\r\n')[0]).toBe('position,source,source_kind,finding,count,record,text,query,at')
  expect(csv).toContain(',changes.csv,import,refused,,line 3,title is empty,,2026-03-10T12:00:00.000Z')
  expect(csv.trim().split('\r\n')).toHaveLength(listReconciliationLines(sections).length + 1)
})

test('a person explains a deployment that no authorised change covers, unless somebody decided about it', async () => {
  await insertChange(database.db, 'CHG-1', { state: 'closed' })
  const { id } = await createAudit(auditor(), march)
  await insertDeployments(['none', 'authorised'])
  const unmatched = { changeNumber: 'REL-0', matchedBy: 'pipeline' } as const
  await insertDeployment(database.db, 'dep_april', '2026-04-05T10:00:00Z', unmatched)
  const explain = (deployment: string) => explainDeployment(auditor(), { id, deployment }, 'The nightly rebuild.')
  await explain('dep_0')
  const [section] = (await readReconciliation(auditor(), id)).filter(({ kind }) => kind === 'deployments')
  expect(section?.findings.at(-1)).toMatchObject({
    kind: 'explained',
    records: [{ text: 'No change authorised it. Ingrid Solheim: The nightly rebuild.', deployment: { id: 'dep_0' } }],
  })
  await expect(explain('dep_1')).rejects.toMatchObject({ code: 'conflict' })
  await expect(explain('dep_april')).rejects.toMatchObject({ code: 'not_found' })
  await reviewUnrecordedChange(testContext(database.db, testPerson('manager')), 'dep_0')
  await expect(explain('dep_0')).rejects.toThrow(/has decided/)
  const after = listFindings(await readReconciliation(auditor(), id), 'deployments')
  expect(after).toMatchObject({ deployed: 2, authorised: 1, explained: [expect.stringContaining('shop')] })
})
