import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertChange, insertIncident } from '#server/reviews/testing.ts'
import { provideDecisions, today } from '#server/reviews/testing-decisions.ts'
import { quiet } from '#server/reviews/testing-reviews.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { notifications } from '#server/schema/notifications.ts'
import { policyRules, serviceReviewers } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { decideReviews } from './decide-reviews.ts'

const { at, readConditions, database, findDecisionOn, listEvents, insertReviewer, findReviewOn } = provideDecisions()

describe('a change without a required review that owes one by later facts', () => {
  beforeEach(async () => {
    await insertChange(database.db, 'CHG1', quiet)
    await decideReviews(at('2026-03-04T12:00:00.000Z'))
  })
  const link = async (values: Partial<typeof incidents.$inferInsert> = {}) => {
    await insertIncident(database.db, 'INC1', 'CHG1')
    await database.db.update(incidents).set({ updatedAt: '2026-03-05T09:00:00.000Z', ...values })
  }
  const tomorrow = '2026-03-05T12:00:00.000Z'

  test('requires one from then on, recorded in decision and history', async () => {
    await link()
    expect(await decideReviews(at(tomorrow))).toEqual({ decided: 0, owed: 0, raised: 1 })
    const text = 'P2 incident INC1 linked; none was owed by the decision of 4 Mar 2026'
    expect(await findDecisionOn('CHG1')).toMatchObject({ isOwed: true, decidedAt: tomorrow, reasons: [{ text }] })
    // Ten business days after the incident was recorded.
    expect(await findReviewOn('CHG1')).toMatchObject({
      status: 'not_started',
      dueOn: '2026-03-19',
      reasons: [{ text }],
    })
    const events = await listEvents('CHG1')
    expect(events.map(({ action }) => action)).toEqual(['create', 'update'])
    expect(events[1]?.changes).toMatchObject({
      is_owed: { from: false, to: true },
      decided_at: { from: '2026-03-04T12:00:00.000Z', to: tomorrow },
    })
    expect(await decideReviews(at('2026-03-06T12:00:00.000Z'))).toEqual({ decided: 0, owed: 0, raised: 0 })
  })

  test('requires one for an incident that its review confirmed, though the incident names no change', async () => {
    await link({ relatedChange: null, causedByChange: 'CHG1' })
    expect((await decideReviews(at(tomorrow))).raised).toBe(1)
    expect(await findDecisionOn('CHG1')).toMatchObject({ reasons: [{ text: expect.stringContaining('INC1') }] })
  })

  test.each([
    ['of low priority', { priorityLevel: 3 }],
    ['that was there before', { updatedAt: '2026-03-04T09:00:00.000Z' }],
    ['of another change', { relatedChange: 'CHG2' }],
  ])('ignores an incident %s', async (_, values) => {
    await link(values)
    expect((await decideReviews(at(tomorrow))).raised).toBe(0)
    expect((await findDecisionOn('CHG1'))?.isOwed).toBe(false)
  })

  test('a rule changed since then affects only linked incidents', async () => {
    await database.db
      .update(policyRules)
      .set({ conditions: { ...(await readConditions('rule_high_risk')), risks: ['low'] }, updatedAt: tomorrow })
      .where(eq(policyRules.id, 'rule_high_risk'))
    await link({ priorityLevel: 4 })
    expect((await decideReviews(at(tomorrow))).raised).toBe(0)
  })

  test('requires one for an incident of an import that began before the decision and ended after it', async () => {
    await link({ updatedAt: '2026-03-04T11:30:00.000Z' })
    expect((await decideReviews(at(tomorrow))).raised).toBe(1)
  })

  test('requires one for an overrun that an import corrected, by a rule that was there before', async () => {
    const late = { actualEnd: '2026-03-01T06:00:00.000Z', updatedAt: '2026-03-05T09:00:00.000Z' }
    await database.db.update(changes).set(late)
    expect((await decideReviews(at(tomorrow))).raised).toBe(1)
    const text = 'Ended 3 hours after the planned end; none was owed by the decision of 4 Mar 2026'
    expect(await findDecisionOn('CHG1')).toMatchObject({ isOwed: true, reasons: [{ text }] })
  })

  test('requires one for another type, by a rule that was there before', async () => {
    await database.db.update(changes).set({ type: 'emergency', updatedAt: '2026-03-05T09:00:00.000Z' })
    expect((await decideReviews(at(tomorrow))).raised).toBe(1)
    const text = 'Emergency change; none was owed by the decision of 4 Mar 2026'
    expect(await findDecisionOn('CHG1')).toMatchObject({ isOwed: true, reasons: [{ text }] })
  })
})

describe('an open review whose change gets an incident later', () => {
  const tomorrow = '2026-03-05T12:00:00.000Z'
  const first = { rule_id: 'rule_high_risk', rule: 'High risk', text: 'Risk rated high' }
  const added = { text: 'P2 incident INC1 linked; after the decision of 4 Mar 2026' }
  const linkIncident = async () => {
    await insertIncident(database.db, 'INC1', 'CHG1')
    await database.db.update(incidents).set({ updatedAt: '2026-03-05T09:00:00.000Z' })
  }

  test('gets the reason once, in decision, review and history, and its reviewer is notified', async () => {
    await insertReviewer('noor@hindsight.example', 'Noor Haddad')
    const reviewer = 'noor@hindsight.example'
    await database.db.insert(serviceReviewers).values({ service: 'payments-db', reviewer, origin: 'entry' })
    await database.db.update(policyRules).set({ assignment: { kind: 'service' } })
    await insertChange(database.db, 'CHG1')
    await decideReviews(at(today))
    const before = await findReviewOn('CHG1')
    await linkIncident()
    expect(await decideReviews(at(tomorrow))).toEqual({ decided: 0, owed: 0, raised: 1 })
    expect(await findDecisionOn('CHG1')).toMatchObject({ reasons: [first, added], decidedAt: tomorrow })
    expect(await findReviewOn('CHG1')).toMatchObject({ reasons: [first, added], dueOn: before?.dueOn, reviewer })
    expect((await listEvents(before?.reference ?? '')).at(-1)?.changes).toMatchObject({
      reasons: { to: ['High risk: Risk rated high', expect.stringContaining('INC1')] },
    })
    expect((await database.db.select().from(notifications)).map(({ kind }) => kind)).toContain('review_reason_added')
    expect((await decideReviews(at('2026-03-06T12:00:00.000Z'))).raised).toBe(0)
  })

  test.each(['completed', 'waived'] as const)('is unchanged once %s', async (status) => {
    await insertChange(database.db, 'CHG1')
    await decideReviews(at(today))
    await database.db.update(reviews).set({ status })
    await linkIncident()
    expect((await decideReviews(at(tomorrow))).raised).toBe(0)
    expect((await findReviewOn('CHG1'))?.reasons).toEqual([first])
  })
})
