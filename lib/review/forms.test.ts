import { describe, expect, test } from 'vitest'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { countOpenMinutes, describeMarks, isPublishable, lessonTemplate, removeEmptySections } from './forms.ts'

describe('the template of a lesson', () => {
  test('counts as no text until something is written under a heading', () => {
    expect(isPublishable({ title: 'Rehearse', content: lessonTemplate })).toBe(false)
    const content = lessonTemplate.replace('## Lesson\n', '## Lesson\nRehearse on a full copy.\n')
    expect(isPublishable({ title: 'Rehearse', content })).toBe(true)
    expect(isPublishable({ title: ' ', content })).toBe(false)
    expect(removeEmptySections(content)).toBe('## Lesson\nRehearse on a full copy.')
  })

  test('leaves other texts as they are', () => {
    const content = 'First.\n\n## Cause\n\n## Lesson\n\n- Rehearse\n\n### Later'
    expect(removeEmptySections(content)).toBe(content)
    expect(removeEmptySections('Only a text')).toBe('Only a text')
  })
})

const plan = { implementation_plan: { steps: ['Stop', 'Copy', 'Start', 'Watch'] } }
const keys = readPlanSteps(plan.implementation_plan).map(({ key }) => key)
type Result = 'done' | 'skipped' | 'deviated' | null
const marks = (...results: Result[]) =>
  results.map((result, index) => ({ key: keys[index] ?? 'a step that the plan no longer has', result, note: '' }))

test.each<[Result[], string]>([
  [[], '0 of 4 steps done, 0 skipped, 0 deviated, 4 not marked.'],
  [['done', 'skipped', 'deviated', null], '1 of 4 steps done, 1 skipped, 1 deviated, 1 not marked.'],
  [['done', 'done', 'done', 'done', 'skipped'], '4 of 4 steps done, 0 skipped, 0 deviated.'],
])('%j is described with its counts', (results, expected) => {
  expect(describeMarks(plan, { steps: marks(...results) })).toBe(expected)
})

const at = (time: string) => `2026-03-01T${time}:00.000Z`
const open = (from: string, to: string | null) => ({ opened_at: at(from), resolved_at: to === null ? null : at(to) })

test.each([
  [[], null],
  [[open('02:00', '02:40')], 40],
  [[open('03:00', '03:30'), open('02:00', '03:10'), open('02:10', '02:20')], 90],
  [[open('02:00', '02:10'), open('05:00', '05:05')], 15],
  [[open('02:00', '02:10'), open('05:00', null)], null],
])('the minutes in which one of %j was open are %s', (incidents, minutes) => {
  expect(countOpenMinutes(incidents)).toBe(minutes)
})
