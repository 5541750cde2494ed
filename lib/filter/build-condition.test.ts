import { expect, test } from 'vitest'
import { queueFields } from '#lib/contracts/app/queue.ts'
import { improvement } from '#lib/contracts/improvements.ts'
import { buildCondition, listConditionChoices } from './build-condition.ts'
import { readFilterParts } from './filter-parts.ts'
import { operatorsByType } from './reference.ts'

test.each(Object.entries({ ...queueFields, ...improvement.filterFields }))(
  'listConditionChoices offers operators that %s has',
  (_, field) => {
    const offered = listConditionChoices(field).map(({ operator }) => operator)
    expect(offered.length).toBeGreaterThan(0)
    expect(operatorsByType[field.type]).toEqual(expect.arrayContaining(offered))
  },
)

test.each([
  ['risk', 'IN', ['high', 'very_high'], 'risk IN (high, very_high)'],
  ['risk', 'IN', ['high'], 'risk = high'],
  ['risk', 'NOT IN', ['high'], 'risk != high'],
  ['title', '~', ['a "quoted" word'], 'title ~ "a \\"quoted\\" word"'],
  ['due_in_days', '<=', ['-3'], 'due_in_days <= -3'],
  ['is_overdue', '=', ['true'], 'is_overdue = true'],
  ['created_at', '>=', ['2026-03-01'], 'created_at >= 2026-03-01'],
] as const)('buildCondition of %s %s %j is read back as written', (field, operator, values, text) => {
  expect(buildCondition(field, operator, values)).toBe(text)
  expect(readFilterParts(text, queueFields)).toMatchObject({ ok: true })
})
