import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { retentionSettings } from '#lib/contracts/app/setting-definitions.ts'
import { describeFinding } from '#lib/domain/audits/reconciliation.ts'
import { verifyPacks } from '#lib/ledger/pack.ts'
import { allRetentions } from './all-retentions.ts'
import { readFeed } from './change-feed/queries.ts'
import { setLegalHold } from './changes/legal-hold.ts'
import { insertWrite } from './connections/testing-connection.ts'
import { addComment } from './discussion/comments.ts'
import { findDeletion } from './history/delete-records.ts'
import { appendLeaves } from './history/ledger/append-leaves.ts'
import { getCheckpoint } from './history/ledger/queries.ts'
import { verifyLedger } from './history/verify-ledger.ts'
import { importContent } from './import/testing-import.ts'
import { createAudit, drawAudit } from './insights/audits/commands.ts'
import { readReconciliation } from './insights/audits/reconcile.ts'
import { buildAuditPack } from './pages/pack/audit-pack.ts'
import { findDeletionOr404 } from './pages/page-context.ts'
import { provideTestRuntime } from './platform/api/testing-call.ts'
import { readRows } from './platform/db/testing.ts'
import { createSystemActor } from './platform/runtime/context.ts'
import { testContext, testPerson } from './platform/runtime/testing-context.ts'
import { completeReview } from './reviews/commands/complete.ts'
import { startReview } from './reviews/commands/start.ts'
import {
  answeredSteps,
  cleanAnswers,
  createContext,
  insertChange,
  insertDeployment,
  insertIncident,
  insertOwed,
  noor,
  saveStep,
} from './reviews/testing.ts'
import { articles } from './schema/articles.ts'
import { changes, incidents } from './schema/changes.ts'
import { auditEvents } from './schema/history.ts'
import { improvements, partsOfActions } from './schema/improvements.ts'
import { ledgerLeaves } from './schema/ledger.ts'
import { reviewProposals } from './schema/review-proposals.ts'
import { attachmentParts, attachments, reviewVersions } from './schema/reviews.ts'
import { applyRetention, previewRetention } from './system/settings/retention.ts'
import { updateSettings } from './system/settings/update-settings.ts'
import { listQueue } from './worklist/queue/queries.ts'

const database = provideTestRuntime({ pipeline: false })
/** Two years later. */
const later = new Date('2028-06-01T12:00:00.000Z')
const system = createSystemActor('apply-retention')
const ctx = () => testContext(database.db, system, later)
const auditor = () => testContext(database.db, { ...testPerson('auditor'), name: 'Ingrid' })
/** Text in records that retention deletes, and nowhere else. */
const secret = 'Marlowe'

/** Deletes records of one kind that are older than a year. Returns the count of the preview. */
async function deleteOld(setting: (typeof retentionSettings)[number]) {
  const none = Object.fromEntries(retentionSettings.map((each) => [each, null]))
  await updateSettings(testContext(database.db), { ...none, [setting]: 365 }, null)
  const { result } = await previewRetention(ctx(), allRetentions, { [setting]: 365 })
  await applyRetention(ctx(), allRetentions)
  return result.find((each) => each.setting === setting)
}

const listNumbers = async () =>
  (await database.db.select({ number: changes.number }).from(changes)).map(({ number }) => number).toSorted()

/** Reads the whole database as text. */
async function everything(): Promise<string> {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const tables = rows.map(({ name }) =>
    database.db.execute<{ row: string }>(sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`),
  )
  return (await Promise.all(tables)).flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
}

const closed = { state: 'closed' } as const
const insertAction = (id: string, sourceRef: string, values: Partial<typeof improvements.$inferInsert> = {}) =>
  database.db.insert(improvements).values({
    id,
    title: `Action ${id}`,
    sourceType: 'pir',
    sourceRef,
    owner: noor.email,
    targetDate: '2026-04-01',
    status: 'verified',
    verifiedAt: '2026-04-01T00:00:00.000Z',
    origin: 'entry',
    createdAt: '2026-03-10T00:00:00.000Z',
    updatedAt: '2026-04-01T00:00:00.000Z',
    ...values,
  })

/** Completes a review, with a text in each kind of record that belongs to it. */
async function completeOne(number: string): Promise<string> {
  await insertIncident(database.db, `INC-${number}`, number)
  await insertChange(database.db, number, { ...closed, title: `${secret}'s change`, affectedServices: [number] })
  const review = await startReview(createContext(database.db), number)
  const decisions = [{ incident: `INC-${number}`, decision: 'rejected', reason: `${secret} says so` }]
  const answers = { ...cleanAnswers, incidents: { decisions, is_none_caused: true } }
  for (const step of answeredSteps) await saveStep(createContext(database.db), review, step, answers[step] as never)
  await addComment(createContext(database.db), review.reference, { body: `Ask ${secret}` })
  const file = { name: `${secret}.txt`, type: 'text/plain', size: 1, digest: 'd', uploadedBy: noor.email }
  await database.db.insert(attachments).values({
    id: `att_${number}`,
    reference: review.reference,
    step: 'plan',
    ...file,
    uploadedByName: 'Noor',
    uploadedAt: '2026-03-10T12:00:00.000Z',
  })
  const storedAt = '2026-03-10T12:00:00.000Z'
  await database.db
    .insert(attachmentParts)
    .values({ attachmentId: `att_${number}`, ordinal: 0, content: Buffer.from('x'), storedAt })
  await completeReview(createContext(database.db), review.reference, {})
  return review.reference
}

test('a change goes with all that belongs to its review, once nothing needs it', async () => {
  const reference = await completeOne('CHG-OLD')
  await database.db.insert(reviewProposals).values({
    id: 'prop_1',
    reference,
    part: { step: 'plan', field: 'notes', value: secret } as never,
    proposedById: 'tok_1',
    proposedBy: 'Claude',
    proposedAt: '2026-03-10T12:00:00.000Z',
  })
  await insertChange(database.db, 'CHG-CANCELED', { state: 'canceled', actualEnd: null })
  await insertChange(database.db, 'CHG-STUB-ALONE', { ...closed, isStub: true, actualEnd: null, plannedEnd: null })
  await insertIncident(database.db, 'INC-STUB', 'CHG-STUB')
  await insertChange(database.db, 'CHG-STUB', { ...closed, isStub: true })
  await insertChange(database.db, 'CHG-RUNNING', { state: 'implement' })
  await insertChange(database.db, 'CHG-NEW', { ...closed, actualEnd: '2027-12-01T00:00:00.000Z' })
  await insertChange(database.db, 'CHG-UNDECIDED', { ...closed, awaitsDecision: true })
  await insertOwed(database.db, 'CHG-REVIEW', {}, closed)
  await insertOwed(database.db, 'CHG-LATE', { status: 'waived', waivedAt: '2027-12-01T00:00:00.000Z' }, closed)
  await insertChange(database.db, 'CHG-ACTION', closed)
  await insertAction('act_open', 'chg-action', { status: 'open' })
  await insertOwed(database.db, 'CHG-RECHECK', { status: 'waived', waivedAt: '2026-04-01T00:00:00.000Z' }, closed)
  await insertAction('act_recheck', 'PIR-CHG-RECHECK', { recheckOn: '2028-07-01' })
  await insertChange(database.db, 'CHG-INCIDENT', closed)
  await insertIncident(database.db, 'INC-LATE', 'chg-incident')
  await database.db
    .update(incidents)
    .set({ openedAt: '2027-12-01T00:00:00.000Z' })
    .where(eq(incidents.number, 'INC-LATE'))
  await insertChange(database.db, 'CHG-WRITE', closed)
  await insertWrite(database.db, 'con_1', 'w_1', { key: 'CHG-WRITE' })
  await insertChange(database.db, 'CHG-AUDITED', { ...closed, actualEnd: '2025-07-10T00:00:00.000Z' })
  await insertChange(database.db, 'CHG-NAMED', { ...closed, actualEnd: '2025-07-11T00:00:00.000Z' })
  await createAudit(auditor(), { name: 'July', from: '2025-07-01', to: '2025-07-31', method: 'random', size: 1 })
  const moved = { actualEnd: '2025-11-01T00:00:00.000Z' }
  await database.db.update(changes).set(moved).where(eq(changes.number, 'CHG-NAMED'))
  await insertChange(database.db, 'CHG-IN-PERIOD', { ...closed, actualEnd: '2025-07-12T00:00:00.000Z' })

  expect(await deleteOld('change_retention_days')).toMatchObject({ records: 3, of: 16, until: '2027-06-02' })
  expect(await listNumbers()).toEqual(
    ['ACTION', 'AUDITED', 'IN-PERIOD', 'INCIDENT', 'LATE', 'NAMED', 'NEW', 'RECHECK', 'REVIEW', 'RUNNING', 'STUB']
      .concat('UNDECIDED', 'WRITE')
      .map((name) => `CHG-${name}`),
  )
  const stored = await everything()
  expect(stored).not.toContain(secret)
  expect(stored).toContain('INC-CHG-OLD')
  expect(await database.db.$count(attachmentParts)).toBe(0)
})

test('an incident goes after the change that it names, and after its review and its action', async () => {
  await insertIncident(database.db, 'INC-OLD', null)
  await insertIncident(database.db, 'INC-OPEN', null)
  await database.db.update(incidents).set({ state: 'on_hold' }).where(eq(incidents.number, 'INC-OPEN'))
  await insertIncident(database.db, 'INC-OF-CHANGE', 'CHG-RUNNING')
  await insertIncident(database.db, 'INC-OF-ACTION', null)
  await insertAction('act_of_incident', 'inc-of-action', { status: 'open' })
  await insertIncident(database.db, 'INC-DECIDED', null)
  await database.db.execute(sql`insert into review_steps (reference, step, form, version, saved_at, saved_by)
    values ('PIR-CHG-REVIEW', 'incidents', '{"decisions":[{"incident":"INC-DECIDED"}]}', 1, now(), 'Noor')`)
  await insertIncident(database.db, 'INC-UNLINKED', null)
  await database.db.insert(auditEvents).values({
    id: 'evt_unlinked',
    at: '2026-03-10T12:00:00.000Z',
    actorKind: 'account',
    actorId: 'a',
    actorName: 'Ada',
    action: 'update',
    entityType: 'incident',
    entityId: 'INC-UNLINKED',
    requestId: 'r',
    changes: { related_change: { from: 'CHG-REVIEW', to: null } },
  })
  expect(await deleteOld('incident_retention_days')).toMatchObject({ records: 3, of: 9 })
  const rows = await database.db.select({ number: incidents.number }).from(incidents)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(
    ['DECIDED', 'LATE', 'OF-ACTION', 'OF-CHANGE', 'OPEN', 'UNLINKED'].map((name) => `INC-${name}`),
  )
})

test('an action goes once it is over and what it came from is gone', async () => {
  await insertAction('act_old', 'PIR-GONE', { title: secret })
  const since = '2026-01-01T00:00:00.000Z'
  await database.db
    .insert(partsOfActions)
    .values({ action: 'act_old', kind: 'owned', person: secret, accounts: [], since })
  await insertAction('act_of_review', 'pir-chg-late')
  await insertAction('act_of_change', 'CHG-LATE')
  await insertAction('act_verified_late', 'PIR-GONE', { verifiedAt: '2027-12-01T00:00:00.000Z' })
  await insertAction('act_done', 'PIR-GONE', { status: 'done', verifiedAt: null })
  expect(await deleteOld('improvement_retention_days')).toMatchObject({ records: 1, of: 8 })
  const rows = await database.db.select({ id: improvements.id }).from(improvements)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    ['done', 'of_change', 'of_incident', 'of_review', 'open', 'recheck', 'verified_late'].map((name) => `act_${name}`),
  )
  expect(await everything()).not.toContain(secret)
})

test('an article goes once nobody changes it and no recorded change links it', async () => {
  const article = { content: secret, tags: [], technologies: [], created: '2026-03-01', origin: 'entry' }
  const at = { createdAt: '2026-03-01T00:00:00.000Z', updatedAt: '2026-03-01T00:00:00.000Z' }
  const insert = (id: string, values: Partial<typeof articles.$inferInsert> = {}) =>
    database.db.insert(articles).values({ ...article, ...at, content: id, id, ...values })
  await insert('kb_old', { content: secret })
  await insert('kb_of_change', { sourceChange: 'chg-review' })
  await insert('kb_new', { updatedAt: '2027-12-01T00:00:00.000Z' })
  await insert('kb_published')
  await database.db.execute(sql`insert into review_steps (reference, step, form, version, saved_at, saved_by)
    values ('PIR-CHG-REVIEW', 'lessons', '{"drafts":[{"article_id":"kb_published"},{"article_id":null}]}', 1, now(), 'Noor')`)
  expect(await deleteOld('article_retention_days')).toMatchObject({ records: 1, of: 4 })
  const rows = await database.db.select({ id: articles.id }).from(articles)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(['kb_new', 'kb_of_change', 'kb_published'])
  expect(await findDeletionOr404(ctx(), 'article', 'kb_old')).toMatchObject({ isByRetention: true })
  expect(await everything()).not.toContain(secret)
})

async function readPack(id: string): Promise<Uint8Array> {
  const { file } = await buildAuditPack(auditor(), id)
  const chunks: Uint8Array[] = []
  for await (const chunk of file?.content ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

test('a legal hold keeps a change with its files and deployments until it is released, and the history says who', async () => {
  const reference = await completeOne('CHG-HELD')
  await insertAction('act_of_held', reference)
  const at = '2026-03-10T12:00:00.000Z'
  const file = {
    name: 'a.txt',
    type: 'text/plain',
    size: 1,
    digest: 'd',
    uploadedBy: noor.email,
    uploadedByName: 'Noor',
  }
  await database.db.insert(attachments).values({ ...file, id: 'att', improvementId: 'act_of_held', uploadedAt: at })
  await insertDeployment(database.db, 'dep', at, { changeNumber: 'CHG-HELD', matchedBy: 'number' })
  const manager = testContext(database.db, { ...testPerson('manager'), name: 'Mira' })
  const hold = (reason: string, isHeld = true) => setLegalHold(manager, 'CHG-HELD', { is_held: isHeld, reason })
  const deleteAndCount = (setting: (typeof retentionSettings)[number]) => deleteOld(setting).then((one) => one?.records)
  const ofChange = ['deployment', 'attachment'] as const

  await hold('Case 117')
  await expect(hold('Case 118')).rejects.toMatchObject({ code: 'conflict' })
  await expect(setLegalHold(manager, 'CHG-NONE', { is_held: true, reason: 'x' })).rejects.toThrow('CHG-NONE')
  const { rows } = await listQueue(manager, { query: 'is_held = true', page: 1, limit: 25 })
  expect(rows.map(({ number }) => number)).toEqual(['CHG-HELD'])
  for (const kind of [...ofChange, 'change'] as const) await deleteOld(`${kind}_retention_days`)
  for (const kind of [...ofChange, 'change'] as const) expect(await deleteAndCount(`${kind}_retention_days`)).toBe(0)
  expect(await listNumbers()).toContain('CHG-HELD')

  await hold('Case 117 is closed', false)
  await expect(hold('Again', false)).rejects.toThrow('CHG-HELD is not on legal hold.')
  const entries = await readRows(database.db, auditEvents, { entityId: 'CHG-HELD' })
  expect(entries.filter(({ actionName }) => ['held', 'released'].includes(actionName ?? ''))).toMatchObject([
    { actorName: 'Mira', changes: { held_because: { to: 'Case 117' } } },
    { actorName: 'Mira', changes: { released_because: { to: 'Case 117 is closed' } } },
  ])
  for (const [kind, records] of [
    ['deployment', 1],
    ['attachment', 2],
    ['change', 1],
  ] as const) {
    expect(await deleteAndCount(`${kind}_retention_days`)).toBe(records)
  }
  expect(await listNumbers()).not.toContain('CHG-HELD')
})

/** Faults besides those that the tests make: they insert rows without entries, and go back to an earlier time. */
const listFaults = async (checkpoints?: readonly string[]) =>
  (await verifyLedger(ctx(), checkpoints)).faults.filter(
    (fault) => !/ has no entry of its creation\.$| is dated 2026-03-10T/.test(fault),
  )

test('ledger, packs, totals and feed are right after a run, and an import brings nothing back', async () => {
  const reference = await completeOne('CHG-VERSION')
  await insertChange(database.db, 'CHG-SAMPLE', { ...closed, actualEnd: '2025-01-10T00:00:00.000Z' })
  const { id } = await createAudit(auditor(), { name: 'January', from: '2025-01-01', to: '2025-01-31', method: 'all' })
  await drawAudit(auditor(), id)
  await appendLeaves(ctx())
  const checkpoint = await getCheckpoint(ctx())
  const pack = await readPack(id)
  await appendLeaves(ctx())

  await deleteOld('change_retention_days')
  await appendLeaves(ctx())
  expect(await database.db.$count(reviewVersions)).toBe(0)
  expect(await listFaults([checkpoint])).toEqual([])
  const isVersion = eq(ledgerLeaves.recordId, `${reference}/1`)
  expect(await database.db.select({ salt: ledgerLeaves.salt }).from(ledgerLeaves).where(isVersion)).toEqual([
    { salt: null },
  ])
  const packs = [pack, await readPack(id)].map((zip, at) => ({ name: `${at}`, zip }))
  expect(verifyPacks(packs, '').faults).toEqual([])

  const { rows } = await database.db.execute(sql`select table_name from record_counts group by table_name
    having sum(records) <> (case table_name when 'changes' then (select count(*) from changes)
      when 'incidents' then (select count(*) from incidents) when 'improvements' then (select count(*) from improvements)
      when 'articles' then (select count(*) from articles) else sum(records) end)`)
  expect(rows).toEqual([])

  const listDeletions = async () => {
    const { result } = await readFeed(ctx(), { limit: 1000 })
    return result.filter(({ key, type }) => [reference, 'CHG-VERSION'].includes(key) && type.endsWith('.deleted'))
  }
  // The feed waits for the open transactions of other tests on the same server.
  await expect.poll(listDeletions, { timeout: 20_000 }).toMatchObject([
    { type: 'review.deleted', changed: ['retention_days'], version: null, actor: 'Hindsight' },
    { type: 'change.deleted', changed: ['retention_days'], version: null, actor: 'Hindsight' },
  ])

  const csv = 'number,title,state\nchg-version,Again,closed\nCHG-FRESH,New,closed\n'
  const summary = await importContent(database, 'changes', csv, { now: later.toISOString() })
  expect(summary).toMatchObject({ inserted: 1, refused: 1 })
  expect(summary.refusals[0]?.reason).toBe(
    'has a number of the changes that the retention deleted, on 2028-06-01: an import does not bring them back',
  )
  const naming =
    'number,short_description,priority,state,opened_at,related_change\nINC-77,Down,3 - Moderate,new,2028-05-01 00:00,CHG-VERSION\n'
  expect(await importContent(database, 'incidents', naming, { now: later.toISOString() })).toMatchObject({
    inserted: 1,
    stubs: 0,
    refusals: [],
  })
})

test('an audit that is made later counts the closed changes of its period that are gone, unless they were written again', async () => {
  const ofMay = { actualEnd: '2026-05-10T12:00:00.000Z' }
  await insertChange(database.db, 'CHG-MAY-1', { ...closed, ...ofMay })
  await insertChange(database.db, 'CHG-MAY-2', { ...closed, ...ofMay })
  await insertChange(database.db, 'CHG-MAY-3', { ...ofMay, state: 'canceled' })
  await deleteOld('change_retention_days')
  await insertChange(database.db, 'CHG-MAY-STAYS', { ...closed, actualEnd: '2026-05-31T23:59:59.000Z' })
  const may = { name: 'May', from: '2026-05-01', to: '2026-05-31', method: 'all' } as const
  const { id } = await createAudit(auditor(), { ...may, query: 'type = normal' })
  const findings = async () =>
    (await readReconciliation(auditor(), id)).find(({ kind }) => kind === 'population')?.findings.map(describeFinding)
  expect(await findings()).toEqual([
    'The population has 1 change.',
    '2 closed changes of the period were deleted under retention before the population was frozen, and are not in it. Nothing says which of them matched the filter.',
  ])
  expect(await findDeletion(ctx(), 'change', 'Change chg-may-1')).toBe(later.toISOString())
  await insertChange(database.db, 'chg-may-1', { ...closed, ...ofMay, type: 'standard' })
  expect(await findings()).toContainEqual(expect.stringMatching(/^1 closed change of the period was deleted/))
})

test('the ledger misses a version whose deletion is not in the history', async () => {
  const reference = await completeOne('CHG-HIDDEN')
  await appendLeaves(ctx())
  await database.db.delete(reviewVersions).where(eq(reviewVersions.reference, reference))
  await database.db
    .update(ledgerLeaves)
    .set({ salt: null })
    .where(eq(ledgerLeaves.recordId, `${reference}/1`))
  expect(await listFaults()).toEqual([expect.stringContaining('lost its salt, and no erasure or retention')])
})
