import { expect, test } from 'vitest'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { groupRuns, mergeRun } from './event-runs.ts'

const save = (id: string, at: string, more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id,
  at,
  actor_kind: 'account',
  actor_name: 'Noor Haddad',
  action: 'update',
  action_name: 'saved',
  entity_type: 'review',
  entity_id: 'PIR-2026-0042',
  changes: { 'plan.notes': { from: '', to: 'x' } },
  request_id: id,
  names: {},
  ...more,
})

const listRunIds = (...events: HistoryEvent[]) => groupRuns(events).map((run) => run.map(({ id }) => id))

test('groups saves that follow each other closely', () => {
  expect(
    listRunIds(
      save('c', '2026-03-01T11:50:00.000Z'),
      save('b', '2026-03-01T11:00:00.000Z'),
      save('a', '2026-03-01T10:00:00.000Z'),
    ),
  ).toEqual([['c', 'b', 'a']])
})

test.each([
  ['an hour apart and more', { at: '2026-03-01T09:59:59.000Z' }],
  ['of another person', { actor_name: 'Callum Reid' }],
  ['of another review', { entity_id: 'PIR-2026-0043' }],
  ['of an action', { entity_type: 'improvement' }],
  ['that completed it', { action_name: 'completed' }],
  ['that an older version wrote', { action_name: null }],
])('keeps one %s separate', (_, more) => {
  expect(listRunIds(save('b', '2026-03-01T11:00:00.000Z'), save('a', '2026-03-01T10:30:00.000Z', more))).toEqual([
    ['b'],
    ['a'],
  ])
})

test('merges a run from its first value to its last', () => {
  const first = save('a', '2026-03-01T10:00:00.000Z', { changes: { 'plan.notes': { from: '', to: 'x' } } })
  const last = save('b', '2026-03-01T10:05:00.000Z', { changes: { 'plan.notes': { from: 'x', to: 'xy' } } })
  expect(mergeRun([last, first])).toMatchObject({ id: 'b', changes: { 'plan.notes': { from: '', to: 'xy' } } })
})
