import { expect, test } from 'vitest'
import { findErrors } from './filter-errors.ts'
import { buildQuery, readFilters } from './filter-values.ts'

const zone = 'Europe/Berlin'
const none = readFilters({}, zone)

test('leaves inputs empty for a query without filters', () => {
  expect(Object.values(none)).toEqual(['', '', '', '', '', '', ''])
})

test('converts days to times and back to the same days', () => {
  const query = buildQuery({ ...none, actor: ' Noor ', from: '2026-03-01', to: '2026-03-29' }, {}, zone)
  expect(query).toMatchObject({ actor: 'Noor', from: '2026-02-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' })
  expect(readFilters({ ...query, action: undefined }, zone)).toMatchObject({ from: '2026-03-01', to: '2026-03-29' })
})

test('keeps the exact times of a query while the days are unchanged', () => {
  const shared = { from: '2026-03-01T10:20:30Z', to: '2026-03-02T11:00:00Z' }
  const filters = readFilters(shared, 'UTC')
  expect(filters).toMatchObject({ from: '2026-03-01', to: '2026-03-02' })
  expect(buildQuery({ ...filters, actor: 'Noor' }, shared, 'UTC')).toMatchObject(shared)
  expect(buildQuery({ ...filters, to: '' }, shared, 'UTC')).toMatchObject({ from: shared.from, to: '' })
})

test('reports errors by input', () => {
  expect(findErrors(none)).toEqual({})
  expect(findErrors({ ...none, actor: 'Noor', action: 'update', from: '2026-03-01', to: '2026-03-01' })).toEqual({})
  expect(findErrors({ ...none, from: '2026-03-02', to: '2026-03-01' })).toEqual({
    to: 'must not be before the first day',
  })
  expect(findErrors({ ...none, action: 'burn', from: '2 Mai 2026', entity_id: 'x'.repeat(129) })).toEqual({
    from: expect.stringMatching(/timestamp/),
    action: 'must be one of create, update, delete',
    entity_id: 'must have at most 128 characters',
  })
})
