import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { createPolicyRule, deletePolicyRule, updatePolicyRule } from '#server/reviews/policy/rule-commands.ts'
import { getReview } from '#server/reviews/queries.ts'
import { callum, henrike, noor, paolo, saveStep } from '#server/reviews/testing.ts'
import { importRow, needsSignOff, provideReviews, quiet, waits } from '#server/reviews/testing-reviews.ts'
import { notifications } from '#server/schema/notifications.ts'
import { policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { completeReview } from './complete.ts'
import { startReview } from './start.ts'
import { confirmWaiver, waiveReview } from './waive.ts'

const { database, as, put, putIncident, filled } = provideReviews()
beforeAll(() => database.db.update(policyRules).set({ needsSignOff: true }).where(eq(policyRules.id, 'rule_incident')))

describe('a waiver', () => {
  test('ends when its author is named as the implementer', async () => {
    const reference = await filled('CHG-WAIVED-OWN', { ...quiet, assignedTo: callum.email })
    await waiveReview(as(henrike), reference, 'No need.')
    await put(testToken, 'CHG-WAIVED-OWN', { assigned_to: paolo.email })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'waived' })
    await put(testToken, 'CHG-WAIVED-OWN', { assigned_to: henrike.email })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'in_progress', waived: null })
  })

  test('stands when somebody without a part gave it for a review that needed a sign-off', async () => {
    const reference = await filled('CHG-WAIVED-KNOWN', { risk: 'high' })
    await waiveReview(as(paolo), reference, 'A twin.')
    await confirmWaiver(as(henrike), reference, undefined)
    await put(henrike, 'CHG-WAIVED-KNOWN', { type: 'emergency' })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'waived' })
  })
})

test('the planning of a change that an incident named before it was known counts for nothing', async () => {
  await putIncident('INC-STUB', { short_description: 'Slow', priority: '4 - Low', related_change: 'CHG-STUB' })
  await put(testToken, 'CHG-STUB', { title: 'X', type: 'normal', state: 'new', risk: 'high' })
  await put(testToken, 'CHG-STUB', { state: 'assess', risk: 'low' })
  await put(testToken, 'CHG-STUB', { state: 'implement' })
  const { reference } = await startReview(as(noor), 'CHG-STUB')
  expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: false })
  await put(testToken, 'CHG-STUB', { risk: 'high' })
  await put(testToken, 'CHG-STUB', { risk: 'low' })
  expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: true })
})

test('what an import lowers that began before the work was authorised, but wrote later, counts', async () => {
  await put(testToken, 'CHG-IMPORTED', { title: 'X', type: 'normal', state: 'assess', risk: 'high' })
  const begun = as(henrike)
  await put(testToken, 'CHG-IMPORTED', { state: 'implement' })
  await importRow(begun, henrike, 'changes', { number: 'CHG-IMPORTED', title: 'X', state: 'implement', risk: 'low' })
  const { reference } = await startReview(as(noor), 'CHG-IMPORTED')
  const { needs_sign_off, reasons } = await getReview(as(noor), reference)
  expect(needs_sign_off).toBe(true)
  expect(reasons.map(({ text }) => text).join()).toContain('; by what was recorded before')
})

test('a completed review stays so when a later policy asks for more, also once that is edited or deleted', async () => {
  const rule = (needs_sign_off: boolean) => {
    const conditions = { ...noConditions, types: [], risks: [], close_codes: [], models: [], services: ['ledger'] }
    const assignment = { kind: 'nobody' } as const
    return {
      name: 'Ledger',
      is_active: true,
      conditions,
      form: 'full',
      due_business_days: 10,
      needs_sign_off,
      assignment,
    } as const
  }
  const reference = await filled('CHG-NEW-RULE', { ...quiet, affectedServices: ['ledger'] })
  const { id: edited } = await createPolicyRule(as(paolo), rule(false))
  await completeReview(as(noor), reference, {})
  const { id } = await createPolicyRule(as(paolo), rule(true))
  const steps = [
    () => deletePolicyRule(as(paolo), id),
    () => updatePolicyRule(as(paolo), edited, { needs_sign_off: true }),
    () => updatePolicyRule(as(paolo), edited, { needs_sign_off: false }),
    () => deletePolicyRule(as(paolo), edited),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    await put(testToken, 'CHG-NEW-RULE', { risk: index % 2 === 0 ? 'moderate' : 'low' })
    expect(await getReview(as(noor), reference)).toMatchObject({ status: 'completed' })
  }
})

test('its reviewer and submitter are notified once that it waits, and so are the people who may sign', async () => {
  const reference = await filled('CHG-NOTIFIED', quiet)
  await completeReview(as(noor), reference, {})
  await database.db.update(reviews).set({ submittedBy: noor.email }).where(eq(reviews.reference, reference))
  await database.db.delete(notifications)
  await put(testToken, 'CHG-NOTIFIED', { risk: 'high' })
  expect(await getReview(as(noor), reference)).toMatchObject(waits)
  const found = await database.db.select().from(notifications)
  const requested = [henrike, paolo].map(({ email }) => `${email}: sign_off_requested`)
  const expected = [`${noor.email}: review_reopened`, ...requested].toSorted()
  expect(found.map(({ recipient, kind }) => `${recipient}: ${kind}`).toSorted()).toEqual(expected)
})

const open = { ...quiet, state: 'implement' } as const

test('a linked incident that becomes urgent asks for a sign-off', async () => {
  const reference = await filled('CHG-URGENT', open)
  await putIncident('INC-URGENT', { short_description: 'Slow', priority: '4 - Low', related_change: 'CHG-URGENT' })
  await putIncident('INC-URGENT', { priority: '1 - Critical' })
  expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: true })
})

test('a linked incident that a review confirmed counts when it is rejected afterwards', async () => {
  const reference = await filled('CHG-CONFIRMED', open)
  await putIncident('INC-CONFIRMED', { short_description: 'Down', priority: '1 - Critical' })
  const decide = async (decision: 'confirmed' | 'rejected') =>
    saveStep(as(noor), await getReview(as(noor), reference), 'incidents', {
      is_none_caused: decision === 'rejected',
      decisions: [{ incident: 'INC-CONFIRMED', decision, reason: 'Looked at it' }],
    })
  await decide('confirmed')
  await decide('rejected')
  await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
})
