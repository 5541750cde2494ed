import { beforeEach, describe, expect, test } from 'vitest'
import { NewAbsence } from '#lib/contracts/app/own-data.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { findAssignee } from '#server/policy/find-assignee.ts'
import { assignReviews } from '#server/reviews/commands/assign.ts'
import { decideChange, type Policy } from '#server/reviews/policy/decide-change.ts'
import { insertAccount, insertChange, insertOwed, newAction } from '#server/reviews/testing.ts'
import { absences, accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { deleteAbsence, findOwnAbsence, setAbsence } from './own-absence.ts'

const toEmail = (name: string) => `${name}@hindsight.example`
const person = (name: string, role: Role = 'reviewer') => ({ ...testPerson(role, `acc_${name}`), name })
const noor = person('noor')
const callum = person('callum')
const tomas = person('tomas')
const manager = person('manager', 'manager')

const database = provideTestDatabase({
  empty: [accounts, absences, reviews, changes, improvements, auditEvents, notifications, policyDecisions],
})
beforeEach(async () => {
  for (const each of [noor, callum, tomas, manager]) await insertAccount(database.db, each)
})

/** 10 March 2026 by default. */
const ctx = (actor: Parameters<typeof testContext>[1] = manager, day = '2026-03-10') =>
  testContext(database.db, actor, new Date(`${day}T12:00:00.000Z`))
const away = { starts_on: '2026-03-10', ends_on: '2026-03-12', delegate: toEmail('callum') }
const sentTo = async (name: string) =>
  (await readRows(database.db, notifications, { recipient: toEmail(name) }))
    .toReversed()
    .map(({ title, body }) => `${title} ${body}`)
const listEntries = async (id: string) => (await readRows(database.db, auditEvents, { entityId: id })).toReversed()

describe('an own absence', () => {
  test('is set and removed with history, and the delegate is notified', async () => {
    const set = await setAbsence(ctx(noor), away)
    expect(set).toEqual({ ...away, delegate_name: 'callum' })
    expect(await findOwnAbsence(ctx(noor))).toEqual(set)
    expect((await listEntries(noor.id))[0]?.changes).toEqual({
      away_from: { from: null, to: away.starts_on },
      away_until: { from: null, to: away.ends_on },
      delegate: { from: null, to: away.delegate },
    })
    expect(await sentTo('callum')).toEqual([expect.stringContaining('You stand in for noor')])
    expect(await findOwnAbsence(ctx(noor, '2026-03-13'))).toBeNull()
    await deleteAbsence(ctx(noor))
    expect(await findOwnAbsence(ctx(noor))).toBeNull()
  })

  test('needs another person who may review, and days that are not past', async () => {
    await expect(setAbsence(ctx(noor), { ...away, delegate: noor.email })).rejects.toMatchObject({
      details: [{ field: 'delegate' }],
    })
    await expect(setAbsence(ctx(noor), { ...away, delegate: 'x@x.example' })).rejects.toMatchObject({
      details: [{ field: 'delegate' }],
    })
    await expect(setAbsence(ctx(noor, '2026-03-13'), away)).rejects.toMatchObject({ details: [{ field: 'ends_on' }] })
    expect(NewAbsence.safeParse({ ...away, ends_on: '2026-03-09' }).success).toBe(false)
  })
})

describe('while a person is away', () => {
  const assignments = [{ rule: 'R', assignment: { kind: 'person' as const, email: noor.email } }]
  const change = { affected_services: [], assigned_to: null as string | null }
  const assigneeOn = (day: string, assignedTo: string | null = null) =>
    database.db.transaction((tx) =>
      findAssignee(tx, assignments, { ...change, assigned_to: assignedTo }, new Date(`${day}T12:00:00Z`)),
    )

  test('the policy assigns to the delegate, from the first to the last day', async () => {
    await setAbsence(ctx(noor, '2026-03-01'), away)
    const days = ['2026-03-09', '2026-03-10', '2026-03-12', '2026-03-13']
    const assigned = await Promise.all(days.map((day) => assigneeOn(day)))
    expect(assigned.map((one) => one?.name)).toEqual(['noor', 'callum', 'callum', 'noor'])
    expect(assigned[1]?.through).toBe('Named by the rule “R”; stands in for noor, who is away until 12 Mar 2026')
  })

  test('a review that the policy opens says so in history and notification', async () => {
    await setAbsence(ctx(noor), away)
    await insertChange(database.db, 'CHG9')
    const rule = {
      id: 'rule_1',
      position: 1,
      name: 'R',
      is_active: true,
      form: 'full',
      due_business_days: 5,
      needs_sign_off: false,
      assignment: assignments[0]?.assignment,
      conditions: noConditions,
    }
    const policy = { rules: [rule], holidays: new Set() } as unknown as Policy
    const job = ctx(createSystemActor('job'))
    expect(await decideChange(job, 'CHG9', { policy, owedSignOffs: new Map() })).toBe('owed')
    const [review] = await database.db.select().from(reviews)
    expect(review?.reviewer).toBe(callum.email)
    const [event] = await listEntries(review?.reference ?? '')
    expect(event?.changes).toMatchObject({ delegate_for: { from: null, to: noor.email } })
    expect((await sentTo('callum'))[0]).toContain('You stand in for noor, who is away until 12 Mar 2026.')
  })

  test('what people assign goes to the delegate, unless the person takes it', async () => {
    await setAbsence(ctx(noor), away)
    for (const number of ['CHG1', 'CHG2']) await insertOwed(database.db, number)
    const { results } = await assignReviews(ctx(), { reviews: ['CHG1'], reviewer: noor.email })
    expect(results[0]?.text).toBe('Assigned to callum, who stands in for noor, who is away until 12 Mar 2026.')
    await assignReviews(ctx(noor), { reviews: ['CHG2'], reviewer: noor.email })
    const stored = await database.db.select().from(reviews).orderBy(reviews.changeNumber)
    expect(stored.map(({ reviewer }) => reviewer)).toEqual([callum.email, noor.email])
    const action = newAction('PIR-CHG1', { title: 'Alert', target_date: '2026-04-01' })
    const byManager = await createImprovement(ctx(), action)
    const byToken = await createImprovement(ctx(testToken), action)
    expect([byManager.owner, byToken.owner]).toEqual([callum.email, noor.email])
    expect((await listEntries(byManager.id))[0]?.changes).toMatchObject({
      delegate_for: { from: null, to: noor.email },
    })
    const other = await createImprovement(ctx(), { ...action, owner: tomas.email })
    expect((await updateImprovement(ctx(), other.id, { owner: noor.email })).owner).toBe(callum.email)
  })

  test('Today of the delegate shows their work too', async () => {
    const reference = await insertOwed(database.db, 'CHG1', { reviewer: noor.email, reviewerName: 'noor' })
    const { id } = await createImprovement(
      ctx(),
      newAction(reference, { title: 'Alert', owner: tomas.email, target_date: '2026-04-01' }),
    )
    await updateImprovement(ctx(tomas), id, { status: 'done', evidence: 'It alerts.' })
    await setAbsence(ctx(noor), away)
    const { covered, verifications } = await getWorklist(ctx(callum))
    expect(covered).toMatchObject([
      {
        name: 'noor',
        email: noor.email,
        until: '2026-03-12',
        reviews: { total_count: 1 },
        actions: { total_count: 0 },
        verifications: { total_count: 1, entries: [{ id, done_by_name: 'tomas' }] },
      },
    ])
    expect(verifications.total_count).toBe(0)
    expect(covered[0]?.reviews.entries.map(({ number }) => number)).toEqual(['CHG1'])
    expect((await getWorklist(ctx(callum, '2026-03-13'))).covered).toEqual([])
    expect((await getWorklist(ctx(tomas))).covered).toEqual([])
  })
})
