import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { completeCleanReviews } from '#server/reviews/lifecycle/complete-clean-reviews.ts'
import { completeReview } from '#server/reviews/lifecycle/complete-review.ts'
import { reopenReview } from '#server/reviews/lifecycle/reopen-review.ts'
import { returnReview, signOffReview } from '#server/reviews/lifecycle/sign-off-review.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { submitReview } from '#server/reviews/lifecycle/submit-review.ts'
import { findReview, getReview } from '#server/reviews/record/queries.ts'
import {
  callum,
  createContext,
  fillReview,
  insertAccount,
  insertChange,
  insertIncident,
  insertOwed,
  insertPeople,
  noor,
  saveStep,
} from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyDecisions, policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { decideReviews } from './decide-reviews.ts'

const henrike = { ...testPerson('manager', 'acc_henrike'), name: 'Henrike Vos' }
const paolo = { ...testPerson('manager', 'acc_paolo'), name: 'Paolo Ferrand' }

const database = provideTestDatabase()
beforeAll(async () => {
  for (const person of [noor, callum, henrike, paolo]) await insertAccount(database.db, person)
  await insertPeople(database.db, { 'fred.luddy@hindsight.example': 'F. Luddy' })
  await createDefaultRules(as(noor))
  await database.db.update(policyRules).set({ isActive: false }).where(eq(policyRules.id, 'rule_sample'))
})

const as = (actor: Actor, now?: string) => createContext(database.db, actor, now)
const quiet = { risk: 'low', closeCode: 'successful' } as const
const system = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const
const needsSignOff = { code: 'conflict', message: expect.stringContaining('submit it instead') }
const listEvents = (id: string) =>
  database.db.select().from(auditEvents).where(eq(auditEvents.entityId, id)).orderBy(auditEvents.id)

/** Starts a review that Noor has filled in. */
async function filled(number: string, change: Parameters<typeof insertChange>[2] = {}, by: Actor = noor) {
  const { reference } = await startReview(as(by), await insertChange(database.db, number, change))
  await fillReview(as(by), await getReview(as(by), reference))
  return reference
}

const findDecisionOn = async (number: string) =>
  (await database.db.select().from(policyDecisions).where(eq(policyDecisions.changeNumber, number)))[0]

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
    await database.db.insert(policyRules).values({
      id: 'rule_urgent',
      name: 'Urgent incident',
      isActive: true,
      position: 90,
      conditions: { ...noConditions, incident_priority: 2 },
      form: 'full',
      dueBusinessDays: 10,
      needsSignOff: true,
      assignment: { kind: 'nobody' },
      origin: 'entry',
      version: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
      updatedBy: 'Test',
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
    await database.db.delete(policyRules).where(eq(policyRules.id, 'rule_urgent'))
  })
})

test('an earlier decision stays, and new facts can only add a sign-off', async () => {
  const reference = await filled('CHG-LATER', { ...quiet, actualEnd: '2026-03-01T03:30:00.000Z' })
  await saveStep(as(noor), await getReview(as(noor), reference), 'outcome', { justification: 'Nobody noticed.' })
  await decideReviews(as(system))
  const decided = await findDecisionOn('CHG-LATER')
  expect(await getReview(as(noor), reference)).toMatchObject({
    needs_sign_off: false,
    reasons: [{ rule_id: 'rule_overrun' }],
  })
  await database.db.update(changes).set({ closeCode: 'failed' }).where(eq(changes.number, 'CHG-LATER'))
  await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
  await submitReview(as(noor), reference)
  expect((await listEvents(reference)).at(-1)?.changes).toMatchObject({ needs_sign_off: { from: false, to: true } })
  expect(await findDecisionOn('CHG-LATER')).toEqual(decided)
})

test('a required sign-off is not removed by a rule that no longer requires it', async () => {
  const reference = await insertOwed(database.db, 'CHG-KEPT', { needsSignOff: true }, quiet)
  await fillReview(as(noor), await startReview(as(noor), 'CHG-KEPT'))
  await expect(completeReview(as(noor), reference, {})).rejects.toMatchObject(needsSignOff)
})

test('people cannot write the review fields directly, before, during or after a review', async () => {
  const patch = { pir_completed: true, pir_outcome: 'successful' } as const
  await insertChange(database.db, 'CHG-NONE', { type: 'emergency', state: 'implement' })
  await insertOwed(database.db, 'CHG-RUNNING', { needsSignOff: true, status: 'in_progress' })
  const reference = await filled('CHG-SIGNED')
  await submitReview(as(noor), reference)
  await signOffReview(as(henrike), reference, {})
  for (const number of ['CHG-NONE', 'CHG-RUNNING', 'CHG-SIGNED']) {
    const before = await getChange(as(noor), number)
    for (const person of [noor, henrike, testPerson('admin')]) {
      await expect(updateChange(as(person), number, { ...patch, pir_outcome: 'failed' })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(`/changes/${number}/review`),
      })
    }
    expect(await getChange(as(noor), number)).toEqual(before)
  }
})

describe('the implementer', () => {
  test.each<[string, string | null, Actor, boolean]>([
    ['as reviewer', noor.email, noor, true],
    ['as reviewer, completed by somebody else', noor.email, callum, true],
    ['who completes the review of another', callum.email, callum, true],
    ['who is not in the directory', 'Fred Luddy', noor, true],
    ['who is another person', 'tomas.lind@hindsight.example', noor, false],
    ['who is not recorded', null, noor, false],
  ])('%s', async (name, assignedTo, completer, isRefused) => {
    const number = `CHG-${name.replaceAll(/\W/g, '')}`
    const reference = await filled(number, { ...quiet, assignedTo })
    if (!isRefused) {
      await expect(submitReview(as(completer), reference)).rejects.toMatchObject({ code: 'conflict' })
      return expect(await completeReview(as(completer), reference, {})).toMatchObject({ status: 'completed' })
    }
    await expect(completeReview(as(completer), reference, {})).rejects.toMatchObject(needsSignOff)
    expect(await submitReview(as(completer), reference)).toMatchObject({
      status: 'awaiting_sign_off',
      needs_sign_off: true,
    })
  })

  test.each([henrike.email, 'Fred Luddy', henrike.name])('named as %s cannot complete in bulk', async (assignedTo) => {
    const number = `CHG-BULK-${assignedTo}`
    await insertOwed(database.db, number, { form: 'short' }, { ...quiet, assignedTo, affectedServices: [number] })
    const { results } = await completeCleanReviews(as(henrike), { reviews: [number], dry_run: true })
    expect(results).toMatchObject([{ result: 'refused' }])
  })
})

test('a review that needs sign-off is not completed in bulk, even before the policy decided', async () => {
  const failed = { ...quiet, isUnauthorized: true, affectedServices: ['CHG-BULK'] }
  await insertOwed(database.db, 'CHG-BULK', { form: 'short' }, failed)
  const { results } = await completeCleanReviews(as(henrike), { reviews: ['CHG-BULK'], dry_run: true })
  expect(results[0]?.text).toContain('It needs a sign-off.')
})

describe('an implementer who is not in the directory', () => {
  const submitted = async (number: string, assignedTo: string | null = 'Fred Luddy') => {
    const reference = await filled(number, { assignedTo })
    await submitReview(as(noor), reference)
    return reference
  }

  test('is stated by the person who signs off, recorded in the history, and not asked again', async () => {
    const reference = await submitted('CHG-STATE')
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(/^implementer .*“Fred Luddy”/),
      details: [{ field: 'implementer', in: 'body' }],
    })
    await expect(signOffReview(as(henrike), reference, { implementer: henrike.email })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You implemented the change, so somebody else has to sign it off.',
    })
    const signed = await signOffReview(as(henrike), reference, { implementer: 'Fred.Luddy@hindsight.example' })
    expect(signed).toMatchObject({ status: 'completed', implementer: 'fred.luddy@hindsight.example' })
    expect((await listEvents(reference)).at(-1)?.changes).toMatchObject({
      implementer: { from: null, to: 'fred.luddy@hindsight.example' },
    })
  })

  test('cannot be a manager with the same name', async () => {
    await insertPeople(database.db, { 'another.paolo@hindsight.example': paolo.name })
    const reference = await submitted('CHG-NAMESAKE', ' paolo ferrand')
    const other = { implementer: 'fred.luddy@hindsight.example' }
    await expect(signOffReview(as(paolo), reference, other)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await signOffReview(as(henrike), reference, other)).toMatchObject({ status: 'completed' })
  })

  test('is not stated if the change names a known person', async () => {
    const reference = await submitted('CHG-NAMED', 'tomas.lind@hindsight.example')
    await expect(signOffReview(as(henrike), reference, { implementer: 'a@b.example' })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining('tomas.lind@hindsight.example'),
    })
    const same = { implementer: 'Tomas.Lind@hindsight.example' }
    expect(await signOffReview(as(henrike), reference, same)).toMatchObject({ implementer: null })
  })
})

describe('people who wrote answers', () => {
  test('cannot sign off, even if another person submitted', async () => {
    const reference = await filled('CHG-WROTE')
    await saveStep(as(henrike), await getReview(as(noor), reference), 'outcome', {
      outcome: 'failed',
      justification: 'It broke.',
    })
    expect((await getReview(as(noor), reference)).writers).toEqual([noor.email, henrike.email])
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({
      code: 'forbidden',
      message: 'You changed or proposed answers in this review, so somebody else has to sign it off.',
    })
    await returnReview(as(paolo), reference, { reason: 'Say more.' })
    await submitReview(as(noor), reference)
    await expect(signOffReview(as(henrike), reference, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await signOffReview(as(paolo), reference, {})).toMatchObject({ status: 'completed' })
  })

  test('do not include people who saved without changes', async () => {
    const reference = await filled('CHG-SAME')
    const { steps } = await getReview(as(noor), reference)
    await saveStep(as(henrike), await getReview(as(noor), reference), 'risk', steps.risk.form)
    expect((await getReview(as(noor), reference)).writers).toEqual([noor.email])
  })

  test('stay when a completed review is reopened', async () => {
    const reference = await filled('CHG-AGAIN', quiet)
    await completeReview(as(noor), reference, {})
    expect(await reopenReview(as(noor), reference, 'Look again.')).toMatchObject({ writers: [noor.email] })
    const [row] = await database.db.select().from(reviews).where(eq(reviews.reference, reference))
    expect(row?.completedThrough).toBeNull()
  })
})
