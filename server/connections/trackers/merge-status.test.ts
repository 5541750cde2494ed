import { describe, expect, it } from 'vitest'
import { expressed, issueStatuses, localStatus, mergeStatus } from './merge-status.ts'

const two = ['open', 'done'] as const

describe('mergeStatus', () => {
  it.each([
    ['one side changed there', 'open', 'open', 'done', { status: 'done', write: 'here' }],
    ['one side changed here', 'open', 'done', 'open', { status: 'done', write: 'there' }],
    ['nothing changed', 'done', 'done', 'done', { status: 'done', write: null }],
    ['both changed alike', 'open', 'done', 'done', { status: 'done', write: null }],
    ['both changed: done here wins', 'open', 'done', 'in_progress', { status: 'done', write: 'there' }],
    ['both changed: done there wins', 'open', 'in_progress', 'done', { status: 'done', write: 'here' }],
    [
      'both reopened: in progress wins over open',
      'done',
      'open',
      'in_progress',
      { status: 'in_progress', write: 'here' },
    ],
    ['the first time: the one further along wins', null, 'open', 'done', { status: 'done', write: 'here' }],
    ['reopened there', 'done', 'done', 'open', { status: 'open', write: 'here' }],
    ['reopened there although verified', 'done', 'verified', 'open', { status: 'done', write: 'there' }],
    ['reopened there although cancelled', 'done', 'cancelled', 'in_progress', { status: 'done', write: 'there' }],
  ] as const)('%s', (_, agreed, here, there, merged) => {
    expect(mergeStatus(agreed, here, there, issueStatuses)).toEqual(merged)
  })

  it('leaves work in progress alone where issues are only open or closed', () => {
    expect(mergeStatus('open', 'in_progress', 'open', two)).toEqual({ status: 'open', write: null })
    expect(expressed('in_progress', two)).toBe('open')
  })
})

it('returns reopened work to progress where issues are only open or closed', () => {
  expect(localStatus('open', 'done', two)).toBe('in_progress')
  expect(localStatus('open', 'done', issueStatuses)).toBe('open')
})
