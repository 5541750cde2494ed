import { describe, expect, test } from 'vitest'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import {
  findMoveProblems,
  findTokenMoveProblems,
  getMoveInputs,
  listFormerOwners,
  listMoves,
  listNextStatuses,
  mayVerify,
} from './improvement-status.ts'

const nothing = { evidence: null, recheck_on: null, reason: null }
const reader = { part: null, closer: null, today: '2026-03-10' }

test('listNextStatuses allows moves between all statuses, but only from done to verified', () => {
  for (const from of improvementStatuses) {
    expect(listNextStatuses(from).length, from).toBeGreaterThan(0)
    expect(listNextStatuses(from).includes('verified'), from).toBe(from === 'done')
  }
})

test('an owner without the role moves an action between open, in progress and done only', () => {
  const moves = improvementStatuses.map((status) =>
    listMoves({ owner: 'Ines@x.org', status }, { email: 'ines@x.org', canWrite: false }),
  )
  expect(moves).toEqual([['in_progress', 'done'], ['done'], ['in_progress'], [], []])
  const action = { owner: 'ines@x.org', status: 'open' } as const
  expect(listMoves(action, { email: 'max@x.org', canWrite: false })).toEqual([])
  expect(listMoves(action, { email: 'max@x.org', canWrite: true })).toEqual(listNextStatuses('open'))
})

test('by its record, neither owners nor former owners nor the person who did an action verify it', () => {
  const done = { owner: 'Ines@x.org', former_owners: ['Grace@x.org'], done_by: 'Tomas@x.org' }
  for (const email of ['ines@x.org', 'grace@x.org', 'tomas@x.org']) expect(mayVerify(done, email)).toBe(false)
  expect(mayVerify(done, 'max@x.org')).toBe(true)
})

describe('findMoveProblems', () => {
  test.each([
    ['open', 'in_progress', nothing, []],
    ['open', 'open', nothing, []],
    ['open', 'done', nothing, ['evidence']],
    ['open', 'done', { ...nothing, evidence: '  ' }, ['evidence']],
    ['open', 'done', { ...nothing, evidence: 'Log of the rehearsal' }, []],
    ['open', 'verified', { ...nothing, recheck_on: '2026-06-01' }, ['status']],
    ['in_progress', 'cancelled', nothing, ['reason']],
    ['in_progress', 'cancelled', { ...nothing, reason: 'The service is gone' }, []],
    ['done', 'verified', nothing, ['recheck_on']],
    ['done', 'verified', { ...nothing, recheck_on: '2026-03-10' }, ['recheck_on']],
    ['done', 'verified', { ...nothing, recheck_on: '2026-03-11' }, []],
    ['done', 'open', nothing, ['status']],
    ['verified', 'in_progress', nothing, ['reason']],
    ['cancelled', 'open', nothing, []],
    ['cancelled', 'done', { ...nothing, evidence: 'x' }, ['status']],
  ] as const)('%s to %s with %o lacks %o', (status, to, moveInputs, fields) => {
    const problems = findMoveProblems({ status }, to, moveInputs, reader)
    expect(problems.map(({ field }) => field)).toEqual(fields)
  })

  test('rejects verification by somebody who took part, and names the part', () => {
    const inputs = { ...nothing, recheck_on: '2026-06-01' }
    const part = 'you own or owned it'
    expect(findMoveProblems({ status: 'done' }, 'verified', inputs, { ...reader, part })).toEqual([
      { field: 'status', issue: `must be verified by somebody who took no part in it: ${part}` },
    ])
  })

  test('rejects verification while nobody says who closed the issue', () => {
    const [problem] = findMoveProblems(
      { status: 'done' },
      'verified',
      { ...nothing, recheck_on: '2026-06-01' },
      { ...reader, closer: 'must be known' },
    )
    expect(problem).toEqual({ field: 'closed_by', issue: 'must be known' })
  })

  test('names the possible statuses if the move is not allowed', () => {
    const [problem] = findMoveProblems({ status: 'done' }, 'open', nothing, reader)
    expect(problem?.issue).toBe('cannot go from done to open; it can go to in_progress or verified')
    expect(getMoveInputs('done', 'open')).toBeNull()
  })
})

test.each([
  ['open', 'cancelled', null, null, []],
  ['cancelled', 'in_progress', null, null, []],
  ['open', 'done', null, null, ['evidence']],
  ['open', 'done', ' ', null, ['evidence']],
  ['open', 'done', 'Test run 12', null, []],
  ['verified', 'done', null, 'Test run 12', []],
  ['done', 'verified', null, 'Test run 12', ['status']],
  ['verified', 'verified', null, null, []],
] as const)(
  'findTokenMoveProblems %s to %s with %o, having %o, lacks %o',
  (status, to, moveInputs, evidence, fields) => {
    const problems = findTokenMoveProblems({ status, evidence }, to, { ...nothing, evidence: moveInputs })
    expect(problems.map(({ field }) => field)).toEqual(fields)
  },
)

test('former owners are stored, each once', () => {
  const owned = { owner: 'b@x.org', former_owners: ['a@x.org', 'b@x.org'] }
  expect(listFormerOwners(owned, 'c@x.org')).toEqual(['a@x.org', 'b@x.org'])
  expect(listFormerOwners(owned, 'b@x.org')).toEqual(['a@x.org', 'b@x.org'])
  expect(listFormerOwners({ owner: 'c@x.org', former_owners: ['a@x.org'] }, 'b@x.org')).toEqual(['a@x.org', 'c@x.org'])
})
