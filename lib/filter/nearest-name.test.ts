import { expect, test } from 'vitest'
import { findNearestName } from './parse.ts'

const names = ['number', 'state', 'opened_at', 'related_change', 'metadata.source_pir']

test.each([
  ['Number', 'number'],
  ['numbr', 'number'],
  ['stat', 'state'],
  ['opened-at', 'opened_at'],
  ['openedAt', 'opened_at'],
  ['change_related', undefined],
  ['source_pir', 'metadata.source_pir'],
  ['metadata.sourcepir', 'metadata.source_pir'],
  ['x', undefined],
  ['', undefined],
  ['n'.repeat(4_096), undefined],
])('for %s suggests %s', (written, expected) => {
  expect(findNearestName(written, names)).toBe(expected)
})
