import { expect, test, vi } from 'vitest'
import { type ActionWrite, actionParts, createPartFinder } from './action-four-eyes.ts'

const vera = { id: 'acc_vera', email: 'vera@example.org', name: 'Vera Lind' }
const write = (changes: Record<string, unknown>, more: Partial<ActionWrite> = {}): ActionWrite => ({
  kind: 'account',
  writers: [],
  changes: Object.fromEntries(Object.entries(changes).map(([field, to]) => [field, { from: null, to }])),
  ...more,
})
const byVera = { writers: [{ accountId: vera.id, text: vera.email }] }

test.each([
  ['owned', write({ owner: 'Vera@Example.org' })],
  ['owned', { ...write({}), changes: { owner: { from: vera.email, to: 'max@example.org' } } }],
  ['did', write({ status: 'done' }, byVera)],
  ['did', write({ status: 'done', done_by: 'Script' }, { ...byVera, kind: 'token' })],
  ['evidenced', write({ evidence: 'Log of the rehearsal' }, byVera)],
  ['closed', write({ status: 'done', done_by: vera.email }, { kind: 'system' })],
  ['linked', write({ issue: 'OPS-1' }, byVera)],
  ['imported', write({}, { ...byVera, kind: 'import' })],
] as const)('%s: a person who did so took part', (kind, one) => {
  expect(createPartFinder([write({ title: 'x' }), one])(vera)).toBe(actionParts[kind].reason)
  expect(createPartFinder([one])({ id: 'acc_max', email: 'max2@example.org', name: 'Max' })).toBeNull()
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
  expect(createPartFinder([one])(vera)).toBeNull()
})

test.each([
  ['mailto:vera@example.org', true],
  ['Vera Lind <VERA@example.org>', true],
  ['vera@example.org.', true],
  ['Lind, Vera (SRE)', true],
  [' vera  lind ', true],
  ['Vera Lindqvist', false],
  ['Vera Lind <other@example.org>', true],
  ['Vera <other@example.org>', false],
  ['vera', false],
  ['', false],
])('“%s” as the owner may be Vera Lind: %s', (text, isHer) => {
  expect(createPartFinder([write({ owner: text })])(vera) !== null).toBe(isHer)
})

test('many people are compared with many writes, of which each text and each person is folded once', () => {
  const owners = ['Max Vos', 'Noor <noor@example.org>']
  const writes = Array.from({ length: 300 }, (_, index) => write({ owner: owners[index % 2] }))
  const people = Array.from({ length: 50 }, (_, index) => ({ email: `p${index}@example.org`, name: `Person ${index}` }))
  const folded = vi.spyOn(String.prototype, 'normalize')
  try {
    const findPart = createPartFinder(writes)
    expect(people.map(findPart)).toEqual(people.map(() => null))
    // The words, the e-mail address and the words of the e-mail address.
    expect(folded.mock.calls.length).toBeLessThanOrEqual(4 * (owners.length + people.length))
    expect(findPart({ email: 'm@example.org', name: 'Max Vos' })).toBe(actionParts.owned.reason)
  } finally {
  }
})
