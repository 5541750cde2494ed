import { describe, expect, it } from 'vitest'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import { inputsOfMove, mayVerify, nextStatuses, problemsOfMove } from './improvement-status.ts'

const action = { status: 'open', owner: 'ines@x.org', done_by: null } as const
const nothing = { evidence: null, recheck_on: null, reason: null }
const reader = { email: 'max@x.org', today: '2026-03-10' }

describe('nextStatuses', () => {
  it('leads from each status to another, and from nowhere to verified but from done', () => {
    for (const from of improvementStatuses) {
      expect(nextStatuses(from).length, from).toBeGreaterThan(0)
      expect(nextStatuses(from).includes('verified'), from).toBe(from === 'done')
    }
  })
})

describe('problemsOfMove', () => {
  it.each([
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
  ] as const)('%s to %s with %o lacks %o', (status, to, given, fields) => {
    const problems = problemsOfMove({ ...action, status, done_by: 'ines@x.org' }, to, given, reader)
    expect(problems.map(({ field }) => field)).toEqual(fields)
  })

  it('refuses verification by the owner and by who did it, whatever the case', () => {
    const done = { status: 'done', owner: 'Ines@x.org', done_by: 'Tomas@x.org' } as const
    const given = { ...nothing, recheck_on: '2026-06-01' }
    const issues = (email: string) => problemsOfMove(done, 'verified', given, { ...reader, email })
    expect(issues('ines@x.org')).toEqual([{ field: 'status', issue: expect.stringContaining('someone other') }])
    expect(issues('tomas@x.org')).toHaveLength(1)
    expect(issues('max@x.org')).toEqual([])
    expect(mayVerify(done, 'max@x.org')).toBe(true)
  })

  it('names where it can go when it cannot go there', () => {
    const [problem] = problemsOfMove({ ...action, status: 'done' }, 'open', nothing, reader)
    expect(problem?.issue).toBe('cannot go from done to open; it can go to in_progress or verified')
    expect(inputsOfMove('done', 'open')).toBeNull()
  })
})
