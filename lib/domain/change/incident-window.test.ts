import { expect, test } from 'vitest'
import { getDefaultIncidentWindow, noWindow, toSearchWindow } from './incident-window.ts'

const none = { planned_start: null, planned_end: null, actual_start: null, actual_end: null }
const planned = { planned_start: '2026-03-01T01:00:00.000Z', planned_end: '2026-03-01T03:00:00.000Z' }
const actual = { actual_start: '2026-03-01T01:05:00.000Z', actual_end: '2026-03-01T04:20:00.000Z' }

/** From actual start to 7 days after actual end. */
test.each([
  ['actual times', { ...planned, ...actual }, '2026-03-01T01:05:00.000Z', '2026-03-08T04:20:00.000Z'],
  ['planned times', { ...none, ...planned }, '2026-03-01T01:00:00.000Z', '2026-03-08T03:00:00.000Z'],
  ['no end', { ...none, actual_start: actual.actual_start }, '2026-03-01T01:05:00.000Z', '2026-03-08T01:05:00.000Z'],
  ['no time at all', none, null, null],
])('the default window from %s', (_, times, start, end) => {
  expect(getDefaultIncidentWindow(times)).toEqual({ start, end })
})

const start = '2026-03-01T00:00:00.000Z'
const end = '2026-03-08T00:00:00.000Z'
test.each([
  ['a whole one', { start, end }, { start, end }],
  ['a moment', { start, end: start }, { start, end: start }],
  ['one that ends before it starts', { start: end, end: start }, noWindow],
  ['one without an end', { start, end: null }, noWindow],
  ['one that is half typed', { start: '0002-03-01T00:00:00.000Z', end }, noWindow],
  ['one of 366 days', { start, end: '2027-03-02T00:00:00.000Z' }, { start, end: '2027-03-02T00:00:00.000Z' }],
  ['a longer one', { start, end: '2027-03-02T00:00:00.001Z' }, noWindow],
])('toSearchWindow of %s', (_, window, expected) => {
  expect(toSearchWindow(window)).toEqual(expected)
})
