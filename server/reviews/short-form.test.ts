import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { reviewSteps as stepNames } from '#lib/contracts/app/review-values.ts'
import { fillCleanForms } from '#lib/review/short-form.ts'
import { getChange } from '#server/changes/queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import type { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getCleanCheck } from './clean-checks.ts'
import { completeReview } from './commands/complete.ts'
import { completeCleanReviews } from './commands/complete-clean.ts'
import { submitReview } from './commands/submit.ts'
import { findReview, getReview } from './queries.ts'
import { saveReviewStep } from './save-step.ts'
import { chooseFullForm } from './short-form.ts'
import { createContext, insertIncident, insertOwed, noor, planKeys } from './testing.ts'

const database = provideTestDatabase()

const ctx = () => createContext(database.db)

const owe = (
  number: string,
  change: Partial<typeof changes.$inferInsert> = {},
  review: Partial<typeof reviews.$inferInsert> = {},
) =>
  insertOwed(database.db, number, { form: 'short', ...review }, { risk: 'low', affectedServices: [number], ...change })

/** Answers every question as for a clean change, like the short form. */
async function answerClean(reference: string, decisions: ReviewForm<'incidents'>['decisions'] = []) {
  const { change_number: number } = await getReview(ctx(), reference)
  const forms = fillCleanForms(await getChange(ctx(), number), '')
  for (const step of stepNames) {
    const form = step === 'incidents' ? { ...forms.incidents, decisions } : forms[step]
    const { version } = (await getReview(ctx(), reference)).steps[step]
    await saveReviewStep(ctx(), reference, step, { version, form })
  }
}

const urgent = (number: string, affectedService: string, more: Parameters<typeof insertIncident>[3] = {}) =>
  insertIncident(database.db, number, null, { openedAt: '2026-03-03T00:00:00.000Z', affectedService, ...more })

const bulk = async (number: string) => {
  const manager = createContext(database.db, testPerson('manager'))
  const { results } = await completeCleanReviews(manager, { reviews: [number], dry_run: true })
  return results.map(({ text }) => text)
}
const refusal = (reasons: readonly string[]) => ({
  code: 'conflict',
  message: 'The review cannot be completed in the short form; use the full form.',
  details: reasons.map((issue) => ({ field: 'form_kind', in: 'body', issue })),
})
const getFormKind = async (reference: string) => (await getReview(ctx(), reference)).form_kind

describe('one rule for the short form and the bulk completion', () => {
  test.each<[string, Partial<typeof changes.$inferInsert>, string]>([
    ['issues', { closeCode: 'successful_with_issues' }, 'It was closed as successful with issues.'],
    ['risk', { risk: 'high' }, 'The risk is high.'],
    ['late', { actualEnd: '2026-03-01T03:00:01.000Z' }, 'It ended after its window.'],
    ['unauthorized', { isUnauthorized: true }, 'It was implemented without authorization.'],
    ['own', { assignedTo: noor.email }, 'You implemented the change.'],
  ])('%s', async (name, change, reason) => {
    const reference = await owe(`CHG-R-${name}`, change)
    if (name !== 'own') expect(await bulk(`CHG-R-${name}`)).toEqual([reason])
    expect((await getCleanCheck(ctx(), reference)).faults).toEqual([reason])
    await answerClean(reference)
    // The review of one's own work needs a sign-off in any form.
    const signOff = { code: 'conflict', message: expect.stringContaining('needs a sign-off') }
    const refused = name === 'own' ? signOff : refusal([reason])
    await expect(completeReview(ctx(), reference, {})).rejects.toMatchObject(refused)
    await database.db.update(reviews).set({ needsSignOff: true }).where(eq(reviews.reference, reference))
    await expect(submitReview(ctx(), reference)).rejects.toMatchObject(refusal([reason]))
    expect(await getChange(ctx(), `CHG-R-${name}`)).toMatchObject({ pir_completed: false, state: 'review' })
  })

  test('an urgent incident prevents both until it is rejected with a reason', async () => {
    const reference = await owe('CHG-U')
    await urgent('INC-U', 'CHG-U')
    const reason = 'Urgent incidents on its services soon after: INC-U.'
    expect(await bulk('CHG-U')).toEqual([reason])
    expect(await getCleanCheck(ctx(), reference)).toEqual({
      faults: [],
      linked_incidents: [],
      urgent_incidents: ['INC-U'],
    })
    await answerClean(reference)
    expect(await bulk('CHG-U')).toEqual([`Its form has already been started. ${reason}`])
    await expect(completeReview(ctx(), reference, {})).rejects.toMatchObject(refusal([reason]))

    await answerClean(reference, [{ incident: 'INC-U', decision: 'rejected', reason: 'Other cause known' }])
    expect(await bulk('CHG-U')).toEqual(['Its form has already been started.'])
    expect(await completeReview(ctx(), reference, {})).toMatchObject({ status: 'completed', form_kind: 'short' })
  })

  test('an urgent incident prevents the full form too, until it is decided', async () => {
    const reference = await owe('CHG-V', {}, { form: 'full' })
    await urgent('INC-V', 'CHG-V')
    await urgent('INC-V-LOW', 'CHG-V', { priorityLevel: 3 })
    await urgent('INC-V-LATE', 'CHG-V', { openedAt: '2026-03-08T03:00:00.001Z' })
    await answerClean(reference)
    const details = [{ issue: 'Confirm or reject INC-V: urgent, on a service of this change.' }]
    await expect(completeReview(ctx(), reference, {})).rejects.toMatchObject({ code: 'conflict', details })
    await answerClean(reference, [{ incident: 'INC-V', decision: 'rejected', reason: 'Other cause known' }])
    expect(await completeReview(ctx(), reference, {})).toMatchObject({ status: 'completed', form_kind: 'full' })
  })
})

describe('the choice of form', () => {
  const save = async (reference: string, step: 'plan' | 'risk', form: object) => {
    const { version, form: shown } = (await getReview(ctx(), reference)).steps[step]
    await saveReviewStep(ctx(), reference, step, { version, form: { ...shown, ...form } })
  }

  test('answers that fit keep the short form, others switch to the full form permanently', async () => {
    const reference = await owe('CHG-S')
    await save(reference, 'plan', { is_any_deviated: true, is_backout_used: true, is_objective_met: 'partly' })
    await save(reference, 'risk', { verdict: 'too_low' })
    expect(await getFormKind(reference)).toBe('short')

    const steps = [{ key: planKeys[1], result: 'deviated', note: 'Took twice as long.' }]
    await save(reference, 'plan', { steps })
    expect(await findReview(ctx(), 'CHG-S')).toMatchObject({
      form_kind: 'full',
      steps: { plan: { form: { steps, is_any_deviated: true, is_backout_used: true, is_objective_met: 'partly' } } },
    })
    await save(reference, 'plan', { steps: [] })
    expect(await getFormKind(reference)).toBe('full')
    const events = await readRows(database.db, auditEvents, { entityId: reference })
    const switches = events.filter(({ changes: changed }) => changed && 'form_kind' in changed)
    expect(switches).toMatchObject([{ changes: { form_kind: { from: 'short', to: 'full' } } }])
  })

  test('can be changed once by a person, keeping the answers', async () => {
    const reference = await owe('CHG-C')
    await save(reference, 'risk', { verdict: 'right' })
    const chosen = await chooseFullForm(ctx(), reference)
    expect(chosen).toMatchObject({ form_kind: 'full', steps: { risk: { form: { verdict: 'right' } } } })
    expect(await chooseFullForm(ctx(), reference)).toEqual(chosen)
    expect(await getReview(ctx(), reference)).toEqual(chosen)
  })

  test('is fixed once a review is submitted or completed', async () => {
    for (const status of ['awaiting_sign_off', 'completed'] as const) {
      const reference = await owe(`CHG-C-${status}`, {}, { status })
      await expect(chooseFullForm(ctx(), reference)).rejects.toMatchObject({ code: 'conflict' })
    }
    await expect(chooseFullForm(ctx(), 'PIR-NONE')).rejects.toMatchObject({ code: 'not_found' })
    await expect(getCleanCheck(ctx(), 'PIR-NONE')).rejects.toMatchObject({ code: 'not_found' })
  })
})
