import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { findReview, getReview } from '#server/reviews/queries.ts'
import { henrike, insertIncident, insertPeople, noor, saveStep } from '#server/reviews/testing.ts'
import { needsSignOff, provideReviews, quiet } from '#server/reviews/testing-reviews.ts'
import { changes } from '#server/schema/changes.ts'
import { policyDecisions, policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { decideReviews } from './decide-reviews.ts'
import { createPolicyRule } from './rule-commands.ts'

const { database, as, put, filled, listEvents } = provideReviews()
beforeAll(() => insertPeople(database.db, { 'fred.luddy@hindsight.example': 'F. Luddy' }))

const system = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const
const findDecisionOn = async (number: string) =>
  (await readRows(database.db, policyDecisions, { changeNumber: number }))[0]

describe('a review that is completed before the change enters review', () => {
  test('needs the sign-off that the policy requires', async () => {
    const reference = await filled('CHG-EARLY', { type: 'emergency', risk: 'very_high', state: 'implement' })
    expect(await findReview(as(noor), 'CHG-EARLY')).toMatchObject({ needs_sign_off: true })
    await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
    await submitReview(as(noor), reference)
    expect(await findDecisionOn('CHG-EARLY')).toMatchObject({ isOwed: true })
    await expect(signOffReview(as(noor), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await signOffReview(as(henrike), reference, {})).toMatchObject({
      status: 'completed',
      needs_sign_off: true,
      reasons: [{ rule_id: 'rule_emergency' }, { rule_id: 'rule_high_risk' }],
    })
    await database.db.update(changes).set({ state: 'review' }).where(eq(changes.number, 'CHG-EARLY'))
    expect(await decideReviews(as(system))).toEqual({ decided: 0, owed: 0, raised: 0 })
    expect(await findDecisionOn('CHG-EARLY')).toMatchObject({ isOwed: true })
  })

  test('is decided as not required if no rule matches, which stays so when it enters review', async () => {
    const reference = await filled('CHG-QUIET', { ...quiet, state: 'implement' })
    expect(await completeReview(as(noor), reference, {})).toMatchObject({ status: 'completed', needs_sign_off: false })
    expect(await findDecisionOn('CHG-QUIET')).toMatchObject({ isOwed: false, reasons: [] })
    await database.db.update(changes).set({ state: 'review' }).where(eq(changes.number, 'CHG-QUIET'))
    expect(await decideReviews(as(system))).toEqual({ decided: 0, owed: 0, raised: 0 })
  })

  test('is decided with the findings of the review itself', async () => {
    const urgent = await createPolicyRule(as(henrike), {
      name: 'Urgent incident',
      is_active: true,
      conditions: {
        ...noConditions,
        types: [],
        risks: [],
        close_codes: [],
        models: [],
        services: [],
        incident_priority: 2,
      },
      form: 'full',
      due_business_days: 10,
      needs_sign_off: true,
      assignment: { kind: 'nobody' },
    })
    const reference = await filled('CHG-FOUND', { ...quiet, state: 'implement' })
    await insertIncident(database.db, 'INC-FOUND', null)
    expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: false })
    await saveStep(as(noor), await getReview(as(noor), reference), 'incidents', {
      decisions: [{ incident: 'INC-FOUND', decision: 'confirmed', reason: '' }],
      is_none_caused: false,
    })
    await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
    expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: true })
    await database.db.delete(policyRules).where(eq(policyRules.id, urgent.id))
  })
})

test('an earlier decision stays, and new facts can only add a sign-off', async () => {
  const reference = await filled('CHG-LATER', { ...quiet, actualEnd: '2026-03-01T03:30:00.000Z' })
  await saveStep(as(noor), await getReview(as(noor), reference), 'outcome', {
    justification: 'Nobody noticed.',
    factors: ['Plan'],
  })
  await decideReviews(as(system))
  const decided = await findDecisionOn('CHG-LATER')
  expect(await getReview(as(noor), reference)).toMatchObject({
    needs_sign_off: false,
    reasons: [{ rule_id: 'rule_overrun' }],
  })
  await put(henrike, 'CHG-LATER', { close_code: 'failed' })
  await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
  await submitReview(as(noor), reference)
  await signOffReview(as(henrike), reference, {})
  expect(await readRows(database.db, reviews, { reference })).toMatchObject([{ factors: ['Plan'] }])
  const raised = (await listEvents(reference)).find(({ changes }) => changes.needs_sign_off?.to === true)
  expect(raised?.changes.reasons?.to).toContainEqual(expect.stringContaining('failed'))
  expect(await findDecisionOn('CHG-LATER')).toEqual(decided)
})

test('people who wrote answers do not include people who saved without changes', async () => {
  const reference = await filled('CHG-SAME')
  const { steps } = await getReview(as(noor), reference)
  await saveStep(as(henrike), await getReview(as(noor), reference), 'risk', steps.risk.form)
  expect((await getReview(as(noor), reference)).writers).toEqual([noor.email])
})
