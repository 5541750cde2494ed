import { describe, expect, test } from 'vitest'
import { type CleanCheck, whyNotClean, whyNotShort } from './clean-change.ts'

const clean: CleanCheck = {
  change: {
    type: 'standard',
    risk: 'low',
    affected_services: ['payments-db'],
    planned_start: '2026-03-01T01:00:00.000Z',
    planned_end: '2026-03-01T03:00:00.000Z',
    actual_start: '2026-03-01T01:00:00.000Z',
    actual_end: '2026-03-01T03:00:00.000Z',
    pir_completed: false,
    close_code: null,
    is_unauthorized: false,
    measures: [],
  },
  review: { review_status: 'not_started', form_kind: 'short', needs_sign_off: false, isBegun: false },
  linkedIncidents: [],
  urgentIncidents: [],
  decisions: [],
  isOwnWork: false,
  hasProposals: false,
}
const ofChange = (change: Partial<CleanCheck['change']>): CleanCheck => ({
  ...clean,
  change: { ...clean.change, ...change },
})
const ofReview = (review: Partial<CleanCheck['review']>): CleanCheck => ({
  ...clean,
  review: { ...clean.review, ...review },
})

describe('clean', () => {
  test.each<[string, CleanCheck]>([
    ['a change that filled its window exactly', clean],
    ['one that was closed as successful', ofChange({ close_code: 'successful' })],
    ['a normal change of low risk', ofChange({ type: 'normal' })],
    ['one of moderate risk', ofChange({ risk: 'moderate' })],
    ['one whose review was opened, with nothing saved', ofReview({ review_status: 'in_progress' })],
  ])('%s', (_, check) => {
    expect(whyNotClean(check)).toEqual([])
  })
})

describe('not clean', () => {
  test.each<[string, CleanCheck, string]>([
    ['one without a review', ofReview({ review_status: 'none', form_kind: null }), 'No review is due.'],
    ['a completed review', ofReview({ review_status: 'completed' }), 'It is completed.'],
    [
      'one submitted for sign-off',
      ofReview({ review_status: 'awaiting_sign_off' }),
      'The review is waiting for sign-off.',
    ],
    ['a full form', ofReview({ form_kind: 'full' }), 'It needs the full form.'],
    ['one to be signed off', ofReview({ needs_sign_off: true }), 'It needs a sign-off.'],
    ['one that somebody has started', ofReview({ isBegun: true }), 'Its form has already been started.'],
    [
      'one without a service',
      ofChange({ affected_services: [] }),
      'It names no service, so its incidents were not searched.',
    ],
    ['own work', { ...clean, isOwnWork: true }, 'You implemented the change.'],
    [
      'one with proposals',
      { ...clean, hasProposals: true },
      'An assistant proposed answers that nobody has decided on.',
    ],
    ['one reviewed elsewhere', ofChange({ pir_completed: true }), 'The change was reviewed elsewhere.'],
    ['an emergency', ofChange({ type: 'emergency' }), 'It was an emergency.'],
    ['no rating', ofChange({ risk: null }), 'The risk is not rated.'],
    ['high risk', ofChange({ risk: 'high' }), 'The risk is high.'],
    ['very high risk', ofChange({ risk: 'very_high' }), 'The risk is very high.'],
    ['no actual start', ofChange({ actual_start: null }), 'Its actual start or end is unknown.'],
    ['no actual end', ofChange({ actual_end: null }), 'Its actual start or end is unknown.'],
    ['no planned window', ofChange({ planned_end: null }), 'It had no planned window.'],
    ['an early start', ofChange({ actual_start: '2026-03-01T00:59:59.999Z' }), 'It started before its window.'],
    ['a late end', ofChange({ actual_end: '2026-03-01T03:00:00.001Z' }), 'It ended after its window.'],
    ['a backout', ofChange({ close_code: 'backed_out' }), 'It was closed as backed out.'],
    ['issues', ofChange({ close_code: 'successful_with_issues' }), 'It was closed as successful with issues.'],
    ['no authorization', ofChange({ is_unauthorized: true }), 'It was implemented without authorization.'],
    ['a linked incident', { ...clean, linkedIncidents: ['INC1'] }, 'INC1 names it.'],
    ['many of them', { ...clean, linkedIncidents: ['A', 'B', 'C', 'D', 'E'] }, 'A, B, C and 2 more name it.'],
    ['an urgent one', { ...clean, urgentIncidents: ['INC2'] }, 'Urgent incidents on its services soon after: INC2.'],
  ])('%s', (_, check, reason) => {
    expect(whyNotClean(check)).toEqual([reason])
  })
})

describe('decided incidents', () => {
  const rejected = { incident: 'INC1', decision: 'rejected', reason: 'A broken disk.' } as const
  test.each<[string, Partial<CleanCheck>, string[]]>([
    ['a linked one rejected with a reason', { linkedIncidents: ['INC1'], decisions: [rejected] }, []],
    ['an urgent one rejected with a reason', { urgentIncidents: ['INC1'], decisions: [rejected] }, []],
    [
      'one rejected without a reason',
      { urgentIncidents: ['INC1'], decisions: [{ ...rejected, reason: ' ' }] },
      ['Urgent incidents on its services soon after: INC1.'],
    ],
    [
      'one of two',
      { urgentIncidents: ['INC1', 'INC2'], decisions: [rejected] },
      ['Urgent incidents on its services soon after: INC2.'],
    ],
    [
      'a confirmed one',
      { linkedIncidents: ['INC1'], decisions: [{ ...rejected, decision: 'confirmed', reason: '' }] },
      ['It caused INC1.'],
    ],
  ])('%s', (_, check, reasons) => {
    expect(whyNotShort({ ...clean, ...check })).toEqual(reasons)
    expect(whyNotClean({ ...clean, ...check })).toEqual(reasons)
  })
})

test('the short form rejects the same changes and incidents as a bulk completion', () => {
  const check = { ...ofChange({ close_code: 'successful_with_issues', risk: 'high' }), isOwnWork: true }
  expect(whyNotShort({ ...check, urgentIncidents: ['INC2'] })).toEqual([
    'You implemented the change.',
    'The risk is high.',
    'It was closed as successful with issues.',
    'Urgent incidents on its services soon after: INC2.',
  ])
  expect(whyNotShort(ofReview({ isBegun: true, needs_sign_off: true }))).toEqual([])
})
