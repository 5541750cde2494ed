import { and, asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeSysId, type TableRow } from '#e2e/lab/servicenow/tables.ts'
import type { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getChange } from '#server/changes/queries.ts'
import { insertWrite } from '#server/connections/testing-connection.ts'
import { listChangeHistory, listIncidentHistory } from '#server/history/queries.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { replayHistory } from '#server/history/replay-history.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { getIncident } from '#server/incidents/queries.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { listCountedIncidents } from '#server/reviews/four-eyes/counted-incidents.ts'
import { readParticipation } from '#server/reviews/parts.ts'
import { getReview } from '#server/reviews/queries.ts'
import { insertChange, insertDecision, insertDeployment } from '#server/reviews/testing.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { connectionRecords, connectionRefusals, connectionWrites, deployments } from '#server/schema/connections.ts'
import { auditEvents } from '#server/schema/history.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import { notifications } from '#server/schema/notifications.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { provideStreams } from './testing-streams.ts'

const streams = provideStreams()
const { database } = streams
let { instance, connection } = streams

beforeEach(async () => {
  const tables = { change_request: {}, incident: {} }
  await streams.connect({ counts: { changes: 12, incidents: 3, states: ['-2'] }, options: { tables } })
  ;({ instance, connection } = streams)
})

const [first, second, third] = [0, 1, 2].map((index) => makeSysId('change_request', index)) as [string, string, string]
const incident = makeSysId('incident', 0)

/** Adds a record with the fields of another one. */
function copy(id: string, fields: TableRow, table = 'change_request'): string {
  const { sys_id: _, ...row } = instance.readRow(table, table === 'incident' ? incident : first) ?? {}
  return instance.writeRow(table, { ...row, ...fields, sys_id: id })
}
const write = (id: string, fields: TableRow, table = 'change_request') =>
  instance.writeRow(table, { sys_id: id, ...fields })

const titles = async () => {
  const rows = await database.db.select().from(changes).orderBy(asc(changes.number))
  return Object.fromEntries(rows.map(({ number, title }) => [number, title]))
}
const refusals = async () =>
  (await database.db.select().from(connectionRefusals)).map(({ remoteId, refusal: { reason } }) => ({
    remoteId,
    reason,
  }))
const readRecord = async (id: string) => (await readRows(database.db, connectionRecords, { remoteId: id }))[0]

const fault = 'f'.repeat(32)
const other = 'e'.repeat(32)

describe('a number that another record there holds', () => {
  test('is refused with both identifiers, and tried again', async () => {
    await connection.run()
    copy(fault, { number: 'CHG0000003', short_description: 'of another domain' })
    write(third, { short_description: 'of the first domain' })
    expect(await connection.run()).toMatchObject({ inserted: 0, updated: 1, refused: 1 })
    expect((await titles()).CHG0000003).toBe('of the first domain')
    const [refusal] = await refusals()
    expect(refusal).toMatchObject({ remoteId: fault, reason: expect.stringContaining('CHG0000003') })
    expect(refusal?.reason).toContain(third)
    expect(refusal?.reason).toContain(fault)
    expect(await connection.run()).toMatchObject({ updated: 0 })
    write(fault, { number: 'CHG0000500' })
    expect(await connection.run()).toMatchObject({ inserted: 1 })
    expect(await titles()).toMatchObject({ CHG0000003: 'of the first domain', CHG0000500: 'of another domain' })
    expect(await refusals()).toEqual([])
  })

  test('is refused where both come with the same page, in another spelling and for incidents', async () => {
    copy(fault, { number: 'chg0000003', short_description: 'of another domain' })
    copy(other, { number: 'INC0000001', short_description: 'of another domain' }, 'incident')
    expect(await connection.run()).toMatchObject({ inserted: 15, refused: 2 })
    expect((await titles()).CHG0000003).not.toBe('of another domain')
    expect((await refusals()).map(({ remoteId }) => remoteId).toSorted()).toEqual([other, fault])
    const [stored] = await readRows(database.db, incidents, { number: 'INC0000001' })
    expect(stored?.shortDescription).not.toBe('of another domain')
  })

  test('is followed to the record that was created again, and not back', async () => {
    await connection.run()
    const deleted = instance.readRow('change_request', third) ?? {}
    instance.deleteRow('change_request', third)
    copy(fault, { number: 'CHG0000003', short_description: 'created again' })
    expect(await connection.run()).toMatchObject({ updated: 1, refused: 0 })
    expect((await titles()).CHG0000003).toBe('created again')
    instance.writeRow('change_request', { ...deleted, short_description: 'restored' })
    expect(await connection.run()).toMatchObject({ refused: 1 })
    write(third, { short_description: 'restored and edited' })
    await connection.run()
    expect((await titles()).CHG0000003).toBe('created again')
    expect(await refusals()).toMatchObject([{ remoteId: third }])
  })
})

describe('a record that was renumbered there', () => {
  test('is renumbered here, with what names it', async () => {
    await connection.run()
    const at = '2026-03-01T08:00:00.000Z'
    const changeNumber = 'CHG0000001'
    await insertDeployment(database.db, 'd1', at, { changeNumber, status: 'running', endedAt: null })
    await insertDecision(database.db, changeNumber, { isOwed: false, decidedAt: at })
    await database.db.update(changes).set({ actualEnd: at }).where(eq(changes.number, changeNumber))
    write(first, { number: 'CHG0000700', short_description: 'renumbered', work_end: '' })
    expect(await connection.run()).toMatchObject({ inserted: 0, updated: 1, refused: 0 })
    const stored = await titles()
    expect(stored.CHG0000700).toBe('renumbered')
    expect(Object.keys(stored)).toHaveLength(12)
    expect(stored).not.toHaveProperty('CHG0000001')
    const [change] = await readRows(database.db, changes, { number: 'CHG0000700' })
    expect(change?.actualEnd).toBe(at)
    const [named] = await readRows(database.db, incidents, { number: 'INC0000001' })
    expect(named).toMatchObject({ relatedChange: 'CHG0000700', version: 2 })
    const [child] = await readRows(database.db, changes, { number: 'CHG0000002' })
    expect(child).toMatchObject({ parent: 'CHG0000700', version: 2 })
    expect(await database.db.select().from(deployments)).toMatchObject([{ changeNumber: 'CHG0000700' }])
    expect(await database.db.select().from(policyDecisions)).toMatchObject([{ changeNumber: 'CHG0000700' }])
    expect((await readRecord(first))?.key).toBe('CHG0000700')
    expect(await findRecordOrigin(connection.ctx(), 'change', 'CHG0000700')).toMatchObject({ changed_since: [] })
    expect((await database.db.select().from(recordOrigins)).map(({ number }) => number)).not.toContain('CHG0000001')
    const written = await readRows(database.db, auditEvents, { actorId: connection.id })
    const number = { from: 'CHG0000001', to: 'CHG0000700' }
    const about = (entityId: string, action: string) =>
      written.find((entry) => entry.entityId === entityId && entry.action === action && 'number' in entry.changes)
    expect(about('CHG0000001', 'delete')?.changes).toEqual({ number })
    expect(about('CHG0000700', 'create')?.changes).toEqual({ number })
  })

  test('takes the place of a stub, and leaves its number to another record', async () => {
    await connection.run()
    write(first, { number: 'CHG0000700' })
    copy(fault, { number: 'CHG0000001', short_description: 'has the number now' })
    await insertChange(database.db, 'CHG0000700', { title: 'Unknown change', state: 'closed', isStub: true })
    expect(await connection.run()).toMatchObject({ inserted: 1, refused: 0 })
    expect((await titles()).CHG0000001).toBe('has the number now')
    expect((await titles()).CHG0000700).toContain('CHG 0')
    expect((await readRecord(first))?.key).toBe('CHG0000700')
    const ofStub = and(eq(auditEvents.entityId, 'CHG0000700'), eq(auditEvents.action, 'delete'))
    const [deletion] = await database.db.select().from(auditEvents).where(ofStub)
    expect(deletion?.changes).toEqual({ is_stub: { from: true, to: null } })
    expect((await replayHistory(database.db)).faults).toEqual([])
  })

  test('keeps its review with what is written of it, its history, actions and incidents', async () => {
    await connection.run()
    const person = testPerson('manager')
    const by = testContext(database.db, person)
    const token = testContext(database.db, { kind: 'token', id: 'tok_1', name: 'Sync', system: 'itsm', scope: 'write' })
    const anyVersion = { expectedVersions: undefined, mustExist: undefined }
    await putChange(token, 'CHG0000002', { assigned_to: 'F. Luddy', state: 'review' }, anyVersion)
    const { reference } = await startReview(by, 'CHG0000002')
    const { id } = await createImprovement(by, {
      title: 'Rehearse upgrades',
      source_type: 'change',
      source_ref: 'chg0000002',
      owner: person.email,
      target_date: '2026-05-29',
    })
    await database.db.update(incidents).set({ causedByChange: 'CHG0000002' }).where(eq(incidents.number, 'INC0000002'))
    const payload = { kind: 'close', change: 'CHG0000002', reference } as const
    const dedupeKey = `close CHG0000002 of ${reference} version 7`
    await insertWrite(database.db, connection.id, 'cwr_1', { dedupeKey, key: 'CHG0000002', payload, status: 'done' })
    const change = { number: 'CHG0000700', reviewer: null, assigned_to: null }
    const before = await readParticipation(database.db, { ...change, number: 'CHG0000002' })
    expect(before.unresolved).toContain('F. Luddy')
    const history = async (number: string) => (await listChangeHistory(by, number, { page: 1, limit: 100 })).rows
    const former = await history('CHG0000002')
    write(second, { number: 'CHG0000700', short_description: 'renumbered' })
    expect(await connection.run()).toMatchObject({ inserted: 0, refused: 0 })
    expect((await titles()).CHG0000700).toBe('renumbered')
    expect(await getReview(by, reference)).toMatchObject({ change_number: 'CHG0000700' })
    expect((await readParticipation(database.db, change)).unresolved).toContain('F. Luddy')
    const ids = (await history('CHG0000700')).map((entry) => entry.id)
    expect(ids).toEqual(expect.arrayContaining(former.map((entry) => entry.id)))
    expect(await getImprovement(by, id)).toMatchObject({ source_ref: 'CHG0000700' })
    expect(await getIncident(by, 'INC0000002')).toMatchObject({ caused_by_change: 'CHG0000700' })
    expect(await readRows(database.db, connectionWrites, { id: 'cwr_1' })).toMatchObject([
      {
        key: 'CHG0000700',
        dedupeKey: `close CHG0000700 of ${reference} version 7`,
        payload: { change: 'CHG0000700', reference },
      },
    ])
  })

  test('has the history that was written under each of its numbers, which is never rewritten', async () => {
    await connection.run()
    const token = { ...testContext(database.db, testToken), now: new Date() }
    const anyVersion = { expectedVersions: undefined, mustExist: undefined }
    await putChange(token, 'CHG0000002', { assigned_to: 'F. Luddy' }, anyVersion)
    const link = (fields: IncidentWrite) => putIncident(token, 'INC0000001', fields, anyVersion)
    await link({ related_change: 'CHG0000002', priority: '1 - Critical' })
    await link({ priority: '5 - Planning' })
    const path = pagePaths.review('CHG0000002', 'sign-off')
    const notice = { recipient: 'a@b.example', kind: 'sign_off_requested', title: '', body: '' } as const
    await database.db.insert(notifications).values([
      { ...notice, id: 'ntf_1', path, createdAt: '2026-03-01T08:00:00.000Z' },
      { ...notice, id: 'ntf_2', path: '/changes/CHG00000021', createdAt: '2026-03-01T08:00:00.000Z' },
    ])
    const entries = async () =>
      (await database.pool.query('select e::text as entry from audit_events e order by id')).rows
    const written = await entries()
    write(second, { number: 'CHG0000700' })
    write(incident, { number: 'INC0000700' }, 'incident')
    await connection.run()
    write(second, { number: 'CHG0000701' })
    copy(fault, { number: 'CHG0000002', short_description: 'has the number now' })
    await connection.run()
    expect(await entries()).toEqual(expect.arrayContaining(written))
    const ofAll = await listCountedIncidents(database.db, ['CHG0000701', 'CHG0000002'])
    expect(ofAll.get('CHG0000701')).toContainEqual(expect.objectContaining({ number: 'INC0000700', priority_level: 1 }))
    expect(ofAll.get('CHG0000002')).toBeUndefined()
    const readParts = async (number: string) =>
      readParticipation(database.db, { ...(await getChange(token, number)), reviewer: null })
    expect((await readParts('CHG0000701')).unresolved).toContain('F. Luddy')
    // The record that has the number now came with an implementer of its own.
    expect((await readParts('CHG0000002')).unresolved).toEqual(['user.7@example.com'])
    const page = { page: 1, limit: 100 }
    const listHistoryRecords = async (number: string) =>
      (await listChangeHistory(token, number, page)).rows.map((one) => one.entity_id)
    expect(new Set(await listHistoryRecords('CHG0000701'))).toEqual(new Set(['CHG0000701', 'CHG0000700', 'CHG0000002']))
    expect(await listHistoryRecords('CHG0000002')).toEqual(['CHG0000002'])
    const priorities = (await listIncidentHistory(token, 'INC0000700', page)).rows.map(
      ({ changes }) => changes.priority?.to,
    )
    expect(priorities).toContain('1 - Critical')
    const notices = await readRows(database.db, notifications)
    expect(notices.map((one) => one.path)).toEqual([pagePaths.review('CHG0000701', 'sign-off'), '/changes/CHG00000021'])
  })

  test('is refused where another record has its new number, also with the numbers exchanged', async () => {
    await connection.run()
    write(first, { number: 'CHG0000002' })
    write(second, { number: 'CHG0000001' })
    const before = await titles()
    expect(await connection.run()).toMatchObject({ inserted: 0, updated: 0, refused: 2 })
    expect(await titles()).toEqual(before)
    expect((await refusals()).map(({ remoteId }) => remoteId).toSorted()).toEqual([first, second].toSorted())
    expect((await readRecord(first))?.key).toBe('CHG0000001')
    write(first, { number: 'CHG0000001' })
    write(second, { number: 'CHG0000002' })
    await connection.run()
    expect(await refusals()).toEqual([])
  })
})
