import { describe, expect, test } from 'vitest'
import { issueStatuses, mergeStatus, toLocalStatus, toTrackerStatus } from './merge-status.ts'

const two = ['open', 'done'] as const

describe('mergeStatus', () => {
  test.each([
    ['only the issue changed', 'open', 'open', 'done', { status: 'done', write: 'local' }],
    ['only the action changed', 'open', 'done', 'open', { status: 'done', write: 'remote' }],
    ['nothing changed', 'done', 'done', 'done', { status: 'done', write: null }],
    ['both changed alike', 'open', 'done', 'done', { status: 'done', write: null }],
    ['both changed: an action that is done wins', 'open', 'done', 'in_progress', { status: 'done', write: 'remote' }],
    ['both changed: an issue that is done wins', 'open', 'in_progress', 'done', { status: 'done', write: 'local' }],
    [
      'both reopened: in progress wins over open',
      'done',
      'open',
      'in_progress',
      { status: 'in_progress', write: 'local' },
    ],
    ['the first time: the one further along wins', null, 'open', 'done', { status: 'done', write: 'local' }],
    ['reopened in the tracker', 'done', 'done', 'open', { status: 'open', write: 'local' }],
    ['reopened in the tracker although verified', 'done', 'verified', 'open', { status: 'done', write: 'remote' }],
    [
      'reopened in the tracker although cancelled',
      'done',
      'cancelled',
      'in_progress',
      { status: 'done', write: 'remote' },
    ],
  ] as const)('%s', (_, agreed, local, remote, merged) => {
    expect(mergeStatus(agreed, local, remote, issueStatuses)).toEqual(merged)
  })

  test('leaves work in progress alone where issues are only open or closed', () => {
    expect(mergeStatus('open', 'in_progress', 'open', two)).toEqual({ status: 'open', write: null })
    expect(toTrackerStatus('in_progress', two)).toBe('open')
  })
})

test('returns reopened work to progress where issues are only open or closed', () => {
  expect(toLocalStatus('open', 'done', two)).toBe('in_progress')
  expect(toLocalStatus('open', 'done', issueStatuses)).toBe('open')
})
