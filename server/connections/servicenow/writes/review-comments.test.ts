import { expect, test } from 'vitest'
import { emptyReviewForms } from '#lib/review/forms.ts'
import { answersOf, newLesson } from '#lib/review/testing-answers.ts'
import { summariseReview, type WrittenReview } from './review-comments.ts'

const change = {
  number: 'CHG1',
  title: 'Upgrade',
  implementation_plan: { steps: ['Stop the writers', 'Copy'] },
  planned_start: null,
  planned_end: null,
  actual_start: null,
  actual_end: null,
  pir_outcome: 'successful_with_issues',
  pir_date: '2026-03-09',
} as unknown as WrittenReview['change']
const forms = emptyReviewForms(change)

function written(more: Partial<typeof forms>, rest: Partial<WrittenReview> = {}): WrittenReview {
  const steps = Object.fromEntries(Object.entries({ ...forms, ...more }).map(([step, form]) => [step, { form }]))
  const review = {
    reference: 'PIR-2026-0042',
    steps,
    completed_through: 'review',
    completed_by: 'Noor Haddad',
    signed_off_by: 'Henrike Vos',
  } as unknown as WrittenReview['review']
  return { review, change, actions: [], link: 'https://pir.example/changes/CHG1/review', ...rest }
}

test('says the outcome first, then why, then what follows', () => {
  const text = summariseReview(
    written(
      {
        plan: {
          ...forms.plan,
          steps: [{ key: 'gone', result: 'deviated', note: 'Took an hour longer.' }],
          is_backout_used: true,
          has_backout_worked: true,
          is_objective_met: 'partly',
        },
        risk: { ...forms.risk, verdict: 'too_low', missed: 'The second site.' },
        incidents: {
          ...forms.incidents,
          decisions: [
            { incident: 'INC1', decision: 'confirmed', reason: 'Seen in the logs' },
            { incident: 'INC2', decision: 'rejected', reason: 'A printer' },
          ],
        },
        outcome: { ...forms.outcome, outcome: 'successful_with_issues', justification: 'Users noticed nothing.' },
        lessons: {
          ...forms.lessons,
          drafts: [newLesson({ title: 'Rehearse', article_id: 'kb_1' })],
        },
      },
      { actions: [{ title: 'Rehearse it', owner: 'ada@hindsight.example', target_date: '2026-06-01' }] },
    ),
  )
  expect(text).toBe(`Outcome: Successful with issues. Signed off by Henrike Vos on 9 Mar 2026 (PIR-2026-0042).
Users noticed nothing.

Objective met: Partly
Backout plan used: Yes
Backout worked: Yes
Risk: Rated too low
Missed in the assessment: The second site.

Deviations from the plan:
- A step of the backout plan: deviated. Took an hour longer.

Incidents that the change caused:
- INC1: Seen in the logs

Improvement actions:
- Rehearse it (ada@hindsight.example, due 1 Jun 2026)

Lessons:
- Rehearse

Full review: https://pir.example/changes/CHG1/review`)
})

test('is at most 4,000 characters, cut between words, with the link', () => {
  const text = summariseReview(written({ outcome: answersOf('failed', 'It broke again. '.repeat(400)) }))
  expect(text.length).toBeLessThanOrEqual(4_000)
  expect(text.length).toBeGreaterThan(3_980)
  expect(text).toMatch(/(?:It|broke|again\.)… Full review: https:\/\/pir\.example\/changes\/CHG1\/review$/)
})
