import { type APIRequestContext, expect, type Page } from 'playwright/test'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { answersOf } from '#lib/review/testing-answers.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'
import { ownWord, withDatabase } from './own-records.ts'

export type OwnReview = {
  /** The change that is waiting for its review. */
  number: string
  title: string
  /** An incident that names the change, one of its service soon after it, and one of another service. */
  linked: string
  candidate: string
  elsewhere: string
}

export const planSteps = ['Stop the writers', 'Move the tables', 'Start the writers']
const objective = 'Transfers post within a second.'
const implementationPlan = { objective, steps: planSteps }

/**
 * A change of one test, with plan, risk and three incidents; its review is not started. No rule requires a sign-off by
 * default. Its incidents share no word with changes of other tests, which would make them candidates there too.
 */
export async function addOwedReview(risk: 'moderate' | 'high' = 'moderate'): Promise<OwnReview> {
  const word = ownWord()
  const other = ownWord()
  const service = `svc-${word}`
  const own: OwnReview = {
    number: `CHG0-${word}`,
    title: `Move the ledger ${word}`,
    linked: `INC-${word}-1`.toUpperCase(),
    candidate: `INC-${word}-2`.toUpperCase(),
    elsewhere: `INC-${other}-3`.toUpperCase(),
  }
  const incident = (number: string, openedAt: string, more: { relatedChange?: string; affectedService: string }) => ({
    number,
    shortDescription: `Bookings hang ${number}`,
    priority: '2 - High',
    priorityLevel: 2,
    state: 'closed' as const,
    openedAt,
    origin: 'entry',
    updatedAt: openedAt,
    ...more,
  })
  await withDatabase(async (db) => {
    await insertChange(db, own.number, {
      title: own.title,
      risk,
      affectedServices: [service],
      implementationPlan,
      backoutPlan: { steps: ['Point the service at the old tables'] },
      riskAssessment: { likelihood: 'medium', mitigations: ['Rehearsed'] },
    })
    await db
      .insert(incidents)
      .values([
        incident(own.linked, '2026-03-01T02:30:00.000Z', { relatedChange: own.number, affectedService: service }),
        incident(own.candidate, '2026-03-03T09:00:00.000Z', { affectedService: service }),
        incident(own.elsewhere, '2026-03-02T09:00:00.000Z', { affectedService: `svc-${other}` }),
      ])
  })
  return own
}

/** Opens the review of a change at a step, and starts it if needed. */
export async function openReview(page: Page, { number }: Pick<OwnReview, 'number'>, step: string): Promise<void> {
  await page.goto(`/changes/${number}/review/${step}`)
  const start = page.getByRole('button', { name: 'Start the review' })
  await expect(start.or(page.getByRole('navigation', { name: 'Steps of the review' }))).toBeVisible()
  if (await start.isVisible()) await start.click()
  await expect(page.getByRole('navigation', { name: 'Steps of the review' })).toBeVisible()
}

/** Waits until the form of the current step is saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved (just now|\d+ s ago)$/)).toBeVisible()
}

/** Clicks the button to the next step. */
export async function goOn(page: Page, step: string): Promise<void> {
  await page.getByRole('link', { name: `Next: ${step}` }).click()
  await expect(page.getByRole('region', { name: step, exact: true })).toBeFocused()
}

const lessonText = [
  'The **nightly job** held its locks.',
  '## Next time',
  '- Pause the job',
  '- Rehearse on a full copy',
].join('\n\n')

/** Sends a request as a page does; fails on an error response. */
export async function sendOwn(
  request: APIRequestContext,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  data: unknown,
) {
  const response = await request.fetch(path, { method, data, headers: { 'Sec-Fetch-Site': 'same-origin' } })
  expect(response.ok(), `${method} ${path} returned ${response.status()}: ${await response.text()}`).toBe(true)
  return response.json()
}

/** Reviews a change through the API with the session of a reviewer: an outcome with issues, an action, a lesson. */
export async function completeOwnReview(request: APIRequestContext, own: OwnReview): Promise<string> {
  const reference = await fillOwnReview(request, own)
  await sendOwn(request, 'POST', `/api/app/v1/reviews/${reference}/completion`, {})
  return reference
}

/** Fills the steps of a review of its own and adds an action, without completing it. Returns its reference. */
export async function fillOwnReview(
  request: APIRequestContext,
  { number, linked, candidate }: OwnReview,
): Promise<string> {
  const send = (method: 'POST' | 'PUT' | 'PATCH', path: string, data: unknown) => sendOwn(request, method, path, data)
  const { reference, steps }: Review = await send('POST', `/api/app/v1/changes/${number}/review`, {})
  const marks = readPlanSteps(implementationPlan).map(({ key }, index) =>
    index === 1 ? { key, result: 'deviated', note: 'One table was moved by hand.' } : { key, result: 'done', note: '' },
  )
  const draft = { key: 'first', title: `Pause the nightly job ${number}`, content: lessonText, article_id: null }
  const forms = {
    plan: { ...steps.plan.form, steps: marks, is_backout_used: false, is_objective_met: 'yes' },
    risk: { verdict: 'too_low', missed: 'Locks of the nightly job.' },
    incidents: {
      ...steps.incidents.form,
      decisions: [
        { incident: linked, decision: 'confirmed', reason: 'It began with the move.' },
        { incident: candidate, decision: 'rejected', reason: 'A broken disk.' },
      ],
    },
    outcome: answersOf('successful_with_issues', 'All was moved, one table by hand.'),
    improvements: { is_none_needed: false, notes: '' },
    lessons: {
      drafts: [{ ...draft, polarity: 'negative', category: 'planning', tags: ['migration'], technologies: [] }],
      is_none_learned: false,
    },
  }
  for (const [step, form] of Object.entries(forms)) {
    await send('PUT', `/api/app/v1/reviews/${reference}/steps/${step}`, { version: 0, form })
  }
  await send('POST', '/api/itsm/v1/improvements', {
    title: `Pause the job by itself ${number}`,
    owner: 'ines.marchetti@hindsight.example',
    target_date: '2027-05-29',
    source_type: 'pir',
    source_ref: reference,
  })
  await send('POST', `/api/app/v1/reviews/${reference}/lessons/first/publication`, { mask_names: true })
  return reference
}
