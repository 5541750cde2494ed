import { expect, test } from 'vitest'
import { type AuditedRecord, countEvidence, listEvidence } from './evidence.ts'

const bare: AuditedRecord = {
  change: {
    type: 'normal',
    implementation_plan: null,
    risk: null,
    approved_by: null,
    assigned_to: null,
    pir_completed: false,
    pir_reference: null,
    pir_outcome: null,
  },
  review: null,
  isExempt: false,
  incidents: [],
}
const whole: AuditedRecord = {
  change: {
    ...bare.change,
    implementation_plan: { steps: [] },
    risk: 'very_high',
    approved_by: 'Ines Marchetti',
    assigned_to: 'Tomas Lind',
    pir_completed: true,
    pir_reference: 'PIR-2026-0042',
    pir_outcome: 'successful',
  },
  review: {
    reference: 'PIR-2026-0042',
    status: 'completed',
    needs_sign_off: true,
    signed_off_by: 'Henrike Vos',
    completed_on: '2026-03-09',
    completed_by: 'Noor Haddad',
    waived_by: null,
    implementer: null,
    incidents: {
      window_start: null,
      window_end: null,
      decisions: [{ incident: 'INC0000107', decision: 'confirmed', reason: '' }],
      is_none_caused: false,
    },
    lessons: { drafts: [], is_none_learned: true },
  },
  isExempt: false,
  incidents: ['inc0000107'],
}
const listTexts = (record: AuditedRecord, isPresent: boolean) =>
  listEvidence(record)
    .filter((one) => one.isPresent === isPresent)
    .map(({ text }) => text)

test('says what is there', () => {
  expect(listTexts(whole, true)).toEqual([
    'A plan is recorded.',
    'The risk is rated very high.',
    'Ines Marchetti approved it.',
    'Tomas Lind implemented it.',
    'Noor Haddad completed PIR-2026-0042 on 9 Mar 2026.',
    'It caused 1 incident, says the review.',
    'The outcome is Successful.',
    'Henrike Vos signed the review off.',
    'There is no lesson, says the review.',
  ])
  expect(listTexts(whole, false)).toEqual([])
})

test('says what is missing, and asks nothing of a review that is not needed', () => {
  expect(listTexts(bare, false)).toEqual([
    'No plan is recorded.',
    'The risk is not rated.',
    'No approver is named.',
    'No implementer is named.',
    'It has no review.',
  ])
  expect(listTexts({ ...bare, isExempt: true }, true)).toEqual(['The policy required no review.'])
  const open = {
    ...whole,
    change: { ...whole.change, pir_outcome: null },
    review: whole.review && { ...whole.review, status: 'in_progress' as const, signed_off_by: null, lessons: null },
    incidents: ['INC0000107', 'INC0000200'],
  }
  expect(listTexts(open, false)).toEqual([
    'PIR-2026-0042 is not completed.',
    'INC0000200 is not decided.',
    'No outcome is recorded.',
    'The sign-off that it needs is missing.',
    'The review names no lesson and does not say that there is none.',
  ])
})

test('asks nobody to approve a standard change, which is approved in advance', () => {
  const standard = { ...bare, change: { ...bare.change, type: 'standard' as const } }
  expect(listTexts(standard, false)).not.toContain('No approver is named.')
})

test('a waiver closes a review, and one elsewhere is no less a review', () => {
  const waived = {
    ...whole,
    review: whole.review && { ...whole.review, status: 'waived' as const, waived_by: 'Henrike Vos' },
  }
  expect(listTexts(waived, true)).toContain('PIR-2026-0042 was waived by Henrike Vos.')
  expect(listTexts({ ...whole, review: null }, true)).toContain('It was reviewed elsewhere, as PIR-2026-0042.')
})

test('counts those that need something and those that have it', () => {
  const records = [whole, bare].map(listEvidence)
  expect(countEvidence(records, 'plan')).toEqual({ kind: 'plan', present: 1, needed: 2 })
  expect(countEvidence(records, 'sign_off')).toEqual({ kind: 'sign_off', present: 1, needed: 1 })
})
