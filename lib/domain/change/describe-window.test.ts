import { expect, test } from 'vitest'
import { describeWindow } from './describe-window.ts'

const planned = { planned_start: '2026-03-01T01:00:00Z', planned_end: '2026-03-01T03:00:00Z' }

test('an overrun window', () => {
  expect(
    describeWindow({ ...planned, actual_start: '2026-03-01T01:05:00Z', actual_end: '2026-03-01T04:20:59Z' }),
  ).toEqual({
    start: '5 minutes late',
    end: '1 hour 20 minutes over the window',
    plannedLength: '2 hours',
    actualLength: '3 hours 15 minutes',
    length: '1 hour 15 minutes longer',
    isOverrun: true,
  })
})

test('unknown values are null', () => {
  expect(describeWindow({ ...planned, actual_start: null, actual_end: null })).toEqual({
    start: null,
    end: null,
    plannedLength: '2 hours',
    actualLength: null,
    length: null,
    isOverrun: false,
  })
  expect(
    describeWindow({
      planned_start: null,
      planned_end: null,
      actual_start: '2026-03-01T01:05:00Z',
      actual_end: '2026-03-01T01:06:00Z',
    }),
  ).toMatchObject({ end: null, actualLength: '1 minute', length: null, isOverrun: false })
})
