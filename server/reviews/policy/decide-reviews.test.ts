import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '#server/platform/db/testing.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { createContext, insertChange, noor } from '#server/reviews/testing.ts'
import { provideDecisions, today } from '#server/reviews/testing-decisions.ts'
import { quiet } from '#server/reviews/testing-reviews.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { holidays, policyDecisions, policyRules, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { decideReviews } from './decide-reviews.ts'

const { at, readConditions, database, findDecisionOn, listEvents, insertReviewer, findReviewOn } = provideDecisions()

describe('a change that enters review', () => {
  test('gets its review with reasons, due date, form and sign-off', async () => {
    await insertChange(database.db, 'CHG1', { type: 'emergency' })
    expect(await decideReviews(at(today))).toEqual({ decided: 1, owed: 1, raised: 0 })
    const review = await findReviewOn('CHG1')
    expect(review).toMatchObject({
      reference: 'PIR-2026-0001',
      status: 'not_started',
      reviewer: null,
      form: 'full',
      reasons: [
        { rule_id: 'rule_emergency', rule: 'Emergency change', text: 'Emergency change' },
        { rule_id: 'rule_high_risk', rule: 'High risk', text: 'Risk rated high' },
      ],
      // It ended on Sunday 1 March: five business days later.
      dueOn: '2026-03-06',
      needsSignOff: true,
      startedAt: null,
      origin: 'policy',
    })
    expect(await findDecisionOn('CHG1')).toMatchObject({
      isOwed: true,
      isSampled: false,
      form: 'full',
      dueOn: '2026-03-06',
      assignee: null,
      decidedAt: today,
      reasons: review?.reasons,
    })
  })

  test('requires no review if no rule matches, and the decision is stored', async () => {
    await insertChange(database.db, 'CHG1', quiet)
    expect(await decideReviews(at(today))).toEqual({ decided: 1, owed: 0, raised: 0 })
    expect(await findReviewOn('CHG1')).toBeUndefined()
    expect(await findDecisionOn('CHG1')).toMatchObject({ isOwed: false, reasons: [], form: null, dueOn: null })
  })

  test('is recorded in the history of review and decision', async () => {
    await insertChange(database.db, 'CHG1')
    await decideReviews(at(today))
    expect((await listEvents('CHG1')).map(({ action, entityType }) => `${action} ${entityType}`)).toEqual([
      'create policy_decision',
    ])
    const [event] = await listEvents('PIR-2026-0001')
    expect(event).toMatchObject({ action: 'create', entityType: 'review', actorName: 'Hindsight' })
    expect(event?.changes).toMatchObject({
      reasons: { from: null, to: ['High risk: Risk rated high'] },
      due_on: { from: null, to: '2026-03-13' },
    })
  })

  test('is due later with holidays in between', async () => {
    await database.db.insert(holidays).values({ day: '2026-03-05', name: 'Saint Piran', origin: 'entry' })
    await insertChange(database.db, 'CHG1')
    await decideReviews(at(today))
    expect((await findReviewOn('CHG1'))?.dueOn).toBe('2026-03-16')
  })

  test.each([
    ['known only by its number', { isStub: true }],
    ['reviewed elsewhere', { pirCompleted: true }],
    ['still being carried out', { state: 'implement' }],
    ['closed', { state: 'closed' }],
  ] as const)('is ignored if it is %s', async (_, values) => {
    await insertChange(database.db, 'CHG1', values)
    expect(await decideReviews(at(today))).toEqual({ decided: 0, owed: 0, raised: 0 })
    expect(await findDecisionOn('CHG1')).toBeUndefined()
  })
})

describe('a change that passed its review between two imports', () => {
  const closed = { state: 'closed', awaitsDecision: true } as const

  test('is decided like one in review, once', async () => {
    await insertChange(database.db, 'CHG1', closed)
    await insertChange(database.db, 'CHG2', { ...closed, ...quiet })
    expect(await decideReviews(at(today))).toEqual({ decided: 2, owed: 1, raised: 0 })
    expect(await findReviewOn('CHG1')).toMatchObject({
      status: 'not_started',
      dueOn: (await findDecisionOn('CHG1'))?.dueOn,
    })
    expect(await findDecisionOn('CHG2')).toMatchObject({ isOwed: false })
    expect(await database.db.$count(changes, eq(changes.awaitsDecision, true))).toBe(0)
    expect((await decideReviews(at(today))).decided).toBe(0)
  })

  test('requires no review if it was not carried out, was first imported as closed, or was cancelled', async () => {
    await insertChange(database.db, 'CHG1', { ...closed, actualEnd: null })
    await insertChange(database.db, 'CHG2', { ...closed, awaitsDecision: false })
    await insertChange(database.db, 'CHG3', { ...closed, state: 'canceled' })
    await insertChange(database.db, 'CHG4', { ...closed, pirCompleted: true })
    expect(await decideReviews(at(today))).toEqual({ decided: 0, owed: 0, raised: 0 })
  })
})

describe('the assignment', () => {
  const assign = (assignment: (typeof policyRules.$inferInsert)['assignment']) =>
    database.db.update(policyRules).set({ assignment }).where(eq(policyRules.id, 'rule_high_risk'))

  beforeEach(async () => {
    await insertReviewer('noor@hindsight.example', 'Noor Haddad')
    await insertReviewer('callum@hindsight.example', 'Callum Reid')
    await insertReviewer('gone@hindsight.example', 'Gone', { isDisabled: true })
    await insertReviewer('maja@hindsight.example', 'Maja', { role: 'viewer' })
  })

  test('goes to the reviewer of its service, who is notified', async () => {
    const reviewer = 'noor@hindsight.example'
    await database.db.insert(serviceReviewers).values({ service: 'payments-db', reviewer, origin: 'entry' })
    await insertChange(database.db, 'CHG1', { affectedServices: ['unknown', 'payments-db'] })
    await decideReviews(at(today))
    expect(await findReviewOn('CHG1')).toMatchObject({ reviewer, reviewerName: 'Noor Haddad', status: 'not_started' })
    expect(await findDecisionOn('CHG1')).toMatchObject({
      assignee: reviewer,
      assignedThrough: 'Reviews the changes of payments-db',
    })
    expect(await database.db.select().from(notifications)).toMatchObject([
      {
        recipient: reviewer,
        kind: 'review_assigned',
        path: '/changes/CHG1/review',
        body: 'CHG1: Change CHG1. It is due on 13 Mar 2026. Why: Risk rated high.',
      },
    ])
  })

  test('goes to the person named in the rule', async () => {
    await assign({ kind: 'person', email: 'callum@hindsight.example' })
    await insertChange(database.db, 'CHG1')
    await decideReviews(at(today))
    expect(await findDecisionOn('CHG1')).toMatchObject({
      assignee: 'callum@hindsight.example',
      assignedThrough: 'Named by the rule “High risk”',
    })
  })

  test('goes to the members of a group in turn, skipping people who cannot review', async () => {
    await database.db.insert(reviewerGroups).values({
      id: 'grp_1',
      name: 'All',
      members: [
        'gone@hindsight.example',
        'callum@hindsight.example',
        'maja@hindsight.example',
        'noor@hindsight.example',
      ],
      origin: 'entry',
    })
    await assign({ kind: 'group', group_id: 'grp_1' })
    for (const number of ['CHG1', 'CHG2', 'CHG3']) await insertChange(database.db, number)
    await decideReviews(at(today))
    const rows = await database.db.select().from(policyDecisions).orderBy(asc(policyDecisions.changeNumber))
    expect(rows.map(({ assignee }) => assignee?.split('@')[0])).toEqual(['callum', 'noor', 'callum'])
    expect(rows[0]?.assignedThrough).toBe('Next in turn of All')
  })

  test('goes to the person named in the rule if the implementer is not in the directory', async () => {
    await assign({ kind: 'person', email: 'callum@hindsight.example' })
    await insertChange(database.db, 'CHG1', { assignedTo: 'Fred Luddy' })
    await decideReviews(at(today))
    expect((await findDecisionOn('CHG1'))?.assignee).toBe('callum@hindsight.example')
  })

  test.each([
    ['who implemented the change', 'noor@hindsight.example', { assignedTo: 'Noor@Hindsight.example' }],
    ['with the name of an implementer outside the directory', 'noor@hindsight.example', { assignedTo: 'Noor  HADDAD' }],
    ['whose account is disabled', 'gone@hindsight.example', {}],
    ['who is a viewer', 'maja@hindsight.example', {}],
    ['without an account', 'nobody@hindsight.example', {}],
  ])('stays empty for a person %s', async (_, email, values) => {
    await assign({ kind: 'person', email })
    await insertChange(database.db, 'CHG1', values)
    await decideReviews(at(today))
    expect(await findReviewOn('CHG1')).toMatchObject({ reviewer: null, status: 'not_started' })
    expect(await database.db.select().from(notifications)).toEqual([])
  })

  test('follows the next matching rule if the first finds nobody', async () => {
    await assign({ kind: 'person', email: 'callum@hindsight.example' })
    await insertChange(database.db, 'CHG1', { type: 'emergency' })
    await decideReviews(at(today))
    expect((await findDecisionOn('CHG1'))?.assignee).toBe('callum@hindsight.example')
  })
})

describe('a decision is made once', () => {
  test('repeating changes nothing', async () => {
    await insertChange(database.db, 'CHG1')
    await insertChange(database.db, 'CHG2', quiet)
    await decideReviews(at(today))
    const all = () =>
      Promise.all([
        database.db.select().from(reviews).orderBy(asc(reviews.reference)),
        database.db.select().from(policyDecisions).orderBy(asc(policyDecisions.changeNumber)),
        readRows(database.db, auditEvents),
      ])
    const before = await all()
    expect(await decideReviews(at('2026-03-05T12:00:00.000Z'))).toEqual({ decided: 0, owed: 0, raised: 0 })
    expect(await all()).toEqual(before)
  })

  test('a changed rule affects only later changes', async () => {
    await insertChange(database.db, 'CHG1')
    await insertChange(database.db, 'CHG2', quiet)
    await decideReviews(at(today))
    const before = await Promise.all([findDecisionOn('CHG1'), findDecisionOn('CHG2'), findReviewOn('CHG1')])
    const conditions = { ...(await readConditions('rule_high_risk')), types: [], risks: [] }
    await database.db.update(policyRules).set({ conditions, dueBusinessDays: 1 })
    await insertChange(database.db, 'CHG3', quiet)
    await decideReviews(at('2026-03-05T12:00:00.000Z'))
    expect(await Promise.all([findDecisionOn('CHG1'), findDecisionOn('CHG2'), findReviewOn('CHG1')])).toEqual(before)
    expect(await findDecisionOn('CHG3')).toMatchObject({ isOwed: true, dueOn: '2026-03-02' })
  })

  test('two concurrent runs decide each change once', async () => {
    await insertReviewer('noor@hindsight.example', 'Noor Haddad')
    await insertReviewer('callum@hindsight.example', 'Callum Reid')
    const members = ['callum@hindsight.example', 'noor@hindsight.example']
    await database.db.insert(reviewerGroups).values({ id: 'grp_1', name: 'All', members, origin: 'entry' })
    await database.db.update(policyRules).set({ assignment: { kind: 'group', group_id: 'grp_1' } })
    const numbers = Array.from({ length: 20 }, (_, index) => `CHG${index + 10}`)
    for (const number of numbers) await insertChange(database.db, number)
    const counts = await Promise.all([1, 2, 3].map(() => decideReviews(at(today))))
    expect(counts.reduce((sum, { decided }) => sum + decided, 0)).toBe(20)
    const opened = await database.db.select().from(reviews)
    expect(new Set(opened.map(({ changeNumber }) => changeNumber)).size).toBe(20)
    expect(new Set(opened.map(({ reference }) => reference)).size).toBe(20)
    expect(opened.filter(({ reviewer }) => reviewer === members[0])).toHaveLength(10)
    expect(await database.db.select().from(notifications)).toHaveLength(20)
    const written = await readRows(database.db, auditEvents, { entityType: 'policy_decision' })
    expect(written).toHaveLength(20)
  })
})

describe('a review that a person started before', () => {
  test('gets its reasons, its due date and the sign-off, and keeps its reviewer', async () => {
    await insertReviewer('callum@hindsight.example', 'Callum Reid')
    const reviewer = 'callum@hindsight.example'
    await database.db.insert(serviceReviewers).values({ service: 'payments-db', reviewer, origin: 'entry' })
    await insertChange(database.db, 'CHG1')
    const started = await startReview(createContext(database.db, noor), 'CHG1')
    await decideReviews(at(today))
    expect(await findReviewOn('CHG1')).toMatchObject({
      reference: started.reference,
      status: 'in_progress',
      reviewer: noor.email,
      form: 'full',
      dueOn: '2026-03-13',
      needsSignOff: true,
      reasons: [{ text: 'Risk rated high' }],
    })
    expect(await findDecisionOn('CHG1')).toMatchObject({ isOwed: true, assignee: noor.email, assignedThrough: null })
    expect(await database.db.select().from(notifications)).toEqual([])
  })

  test('is unchanged once completed', async () => {
    await insertChange(database.db, 'CHG1')
    const { reference } = await startReview(createContext(database.db, noor), 'CHG1')
    await database.db.update(reviews).set({ status: 'completed' }).where(eq(reviews.reference, reference))
    const before = await findReviewOn('CHG1')
    await decideReviews(at(today))
    expect(await findReviewOn('CHG1')).toEqual(before)
    expect(await findDecisionOn('CHG1')).toMatchObject({ isOwed: true })
  })
})

describe('the default rules', () => {
  test('are created once: a deleted one does not come back', async () => {
    await database.db.delete(policyRules).where(eq(policyRules.id, 'rule_overrun'))
    await Promise.all([1, 2, 3].map(() => createDefaultRules(at(today))))
    const rows = await database.db.select().from(policyRules)
    expect(rows).toHaveLength(6)
    expect(rows.map(({ id }) => id)).not.toContain('rule_overrun')
  })

  test('are created completely in a new installation, by whichever process is first', async () => {
    await database.db.delete(policyRules)
    await database.db.execute('delete from counters')
    await Promise.all([1, 2, 3].map(() => createDefaultRules(at(today))))
    expect(await database.db.select().from(policyRules)).toHaveLength(7)
  })
})
