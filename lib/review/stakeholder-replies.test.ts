import { expect, test } from 'vitest'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { answerCheck } from './questions/checks.ts'
import { countStakeholders, toStakeholderEvidence } from './stakeholder-replies.ts'

const works = { check: 'works', version: 1, wording: 'Works?', kind: 'yes_no', options: [], expected: 'yes' } as const
const total = { ...works, check: 'total', wording: 'How many?', kind: 'number', expected: null } as const
const ask = (requester: string, answer: string | null, more: Partial<RequesterQuestion> = {}) =>
  ({
    kind: 'stakeholder',
    requester,
    requester_name: null,
    answered_at: answer && '2026-03-10T09:00:00.000Z',
    checks: [answerCheck({ ...works, options: [] }, answer, answer === 'no' ? ' Slow ' : '')],
    ...more,
  }) as RequesterQuestion

test('answers are counted by wording, and whoever was asked again counts once', () => {
  const reworded = [answerCheck({ ...works, options: [], version: 2, wording: 'Does it work?' }, 'yes')]
  const questions = [
    ask('Ada@x.org', null, { requester_name: 'Ada' }),
    ask('ben@x.org', null),
    ask('cem@x.org', 'yes', { checks: reworded }),
    ask('dora@x.org', 'yes', { checks: [answerCheck({ ...total, options: [] }, '12')] }),
    ask('eve@x.org', 'no'),
    ask('fay@x.org', 'yes'),
    ask('Ada@x.org', 'no', { requester_name: 'Ada' }),
    ask('ben@x.org', 'yes', { kind: 'requester' }),
  ]
  const { checks, ...people } = countStakeholders(questions)
  expect(people).toEqual({ asked: 6, answered: 5, waiting: ['ben@x.org'] })
  const said = [
    { by: 'Ada', text: 'No: Slow' },
    { by: 'eve@x.org', text: 'No: Slow' },
  ]
  const counts = [
    { answer: 'Yes', count: 1, isExpected: true },
    { answer: 'No', count: 2, isExpected: false },
  ]
  expect(checks).toMatchObject([
    { wording: 'Works?', counts, said },
    { wording: 'How many?', counts: [], said: [{ by: 'dora@x.org', text: '12' }] },
    { wording: 'Does it work?', counts: [{ answer: 'Yes', count: 1, isExpected: true }], said: [] },
  ])
  expect(toStakeholderEvidence(questions).map(({ text, allows }) => [text, allows])).toEqual([
    ['Works? Yes 1, No 2. 5 of 6 answered.', null],
    ['Does it work? Yes 1. 5 of 6 answered.', null],
  ])
})
