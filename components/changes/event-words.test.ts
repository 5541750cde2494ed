import { expect, test } from 'vitest'
import { eventWords } from './event-words.ts'

const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { from: null, to: 'x' }]))

test.each([
  ['review', 'create', fields('change_number', 'reviewer'), 'started the review X1'],
  [
    'review',
    'create',
    { ...fields('change_number'), status: { from: null, to: 'not_started' } },
    'opened the review X1',
  ],
  ['review', 'update', fields('reasons', 'due_on'), 'set due date and reasons of the review X1'],
  ['policy_decision', 'create', { is_owed: { from: null, to: true } }, 'decided that a review is owed'],
  ['policy_decision', 'create', { is_owed: { from: null, to: false } }, 'decided that no review is owed'],
  ['policy_decision', 'update', { is_owed: { from: false, to: true } }, 'decided again: a review is owed now'],
  [
    'review',
    'update',
    fields('outcome.outcome', 'plan.notes', 'plan.steps.a.result'),
    'saved Plan and Outcome of the review X1',
  ],
  ['review', 'update', { status: { from: 'not_started', to: 'in_progress' } }, 'started the review X1'],
  ['review', 'update', { status: { from: 'in_progress', to: 'awaiting_sign_off' } }, 'submitted the review X1'],
  ['review', 'update', { status: { from: 'awaiting_sign_off', to: 'in_progress' } }, 'withdrew the review X1'],
  [
    'review',
    'update',
    { status: { from: 'awaiting_sign_off', to: 'in_progress' }, ...fields('return_reason') },
    'returned the review X1',
  ],
  [
    'review',
    'update',
    { status: { from: 'awaiting_sign_off', to: 'completed' }, ...fields('signed_off_by') },
    'signed off the review X1',
  ],
  ['review', 'update', { status: { from: 'in_progress', to: 'completed' } }, 'completed the review X1'],
  [
    'review',
    'update',
    { status: { from: 'completed', to: 'in_progress' }, ...fields('reopen_reason') },
    'reopened the review X1',
  ],
  ['change', 'update', { pir_completed: { from: true, to: false } }, 'marked the change as not reviewed'],
  ['change', 'update', fields('state', 'actual_end'), 'changed State and Actual end of the change'],
  ['change', 'update', { pir_completed: { from: false, to: true } }, 'completed the review of the change'],
  ['change', 'create', fields('title'), 'recorded the change'],
  ['improvement', 'create', { title: { from: null, to: 'Rehearse' } }, 'registered the action “Rehearse”'],
  ['improvement', 'update', fields('status', 'owner'), 'changed Status and Owner of the action X1'],
  ['improvement', 'delete', { title: { from: 'Rehearse', to: null } }, 'removed the action “Rehearse”'],
  ['article', 'create', fields('content'), 'published the lesson X1'],
  ['article', 'update', fields('content'), 'changed the lesson X1'],
  ['import', 'create', fields('rows'), 'registered X1'],
] as const)('%s %s with %j', (entity_type, action, changes, expected) => {
  const { verb, record } = eventWords({ entity_type, action, entity_id: 'X1', changes }, new Map())
  expect([verb, record].filter(Boolean).join(' ')).toBe(expected)
})

test('uses the current title of a record', () => {
  const event = { entity_type: 'improvement', action: 'create', entity_id: 'X1' } as const
  const changes = { title: { from: null, to: 'Rehearse' } }
  expect(eventWords({ ...event, changes }, new Map([['X1', 'Rehearse twice']])).record).toBe('“Rehearse twice”')
})

test.each([
  ['change', { pir_completed: { from: false, to: true } }, 'set PIR completed of the change through the API'],
  ['review', { status: { from: 'not_started', to: 'completed' } }, 'completed the review through the API: X1'],
  [
    'review',
    { status: { from: 'completed', to: 'not_started' }, ...fields('reopen_reason') },
    'reopened the review through the API: X1',
  ],
  ['review', fields('pir_outcome'), 'set PIR outcome of the review through the API: X1'],
] as const)('names the API as the source of a change to a %s: %j', (entity_type, changes, expected) => {
  const event = { entity_type, action: 'update', entity_id: 'X1', actor_kind: 'token', changes } as const
  const { verb, record } = eventWords(event, new Map())
  expect([verb, record].filter(Boolean).join(' ')).toBe(expected)
})
