import { expect, test } from 'vitest'
import { type ActionWrite, listParts } from './action-four-eyes.ts'

const vera = 'vera@example.org'
const write = (changes: Record<string, unknown>, more: Partial<ActionWrite> = {}): ActionWrite => ({
  kind: 'account',
  writer: null,
  changes: Object.fromEntries(Object.entries(changes).map(([field, to]) => [field, { from: null, to }])),
  ...more,
})
const byVera = { writer: vera }

test.each([
  ['owned', write({ owner: vera })],
  ['owned', { ...write({}), changes: { owner: { from: vera, to: 'max@example.org' } } }],
  ['did', write({ status: 'done' }, byVera)],
  ['did', write({ status: 'done', done_by: 'Script' }, { ...byVera, kind: 'token' })],
  ['evidenced', write({ evidence: 'Log of the rehearsal' }, byVera)],
  ['closed', write({ status: 'done', done_by: vera }, { kind: 'system' })],
  ['linked', write({ issue: 'OPS-1' }, byVera)],
  ['imported', write({}, { ...byVera, kind: 'import' })],
] as const)('%s: a person who did so took part', (kind, one) => {
  expect(listParts(one)).toContainEqual({ kind, person: vera })
})

test.each([
  ['sent it back', write({ status: 'in_progress' }, byVera)],
  ['registered it for another owner', write({ status: 'open', owner: 'max@example.org' }, byVera)],
  ['unlinked its issue', { ...write({}, byVera), changes: { issue: { from: 'OPS-1', to: null } } }],
  ['corrected its title', write({ title: 'Rehearse', description: 'All of it', priority: 'high' }, byVera)],
  ['imported a correction of its title', write({ title: 'Rehearse' }, { ...byVera, kind: 'import' })],
  [
    'corrected it while it was verified',
    { ...write({}, byVera), changes: { status: { from: 'verified', to: 'done' }, title: { from: 'a', to: 'b' } } },
  ],
  ['rechecked it', write({ status: 'done', look_note: 'Another failure' }, byVera)],
])('took no part who %s', (_, one) => {
  expect(listParts(one).filter(({ person }) => person === vera)).toEqual([])
})
