import { expect, test } from 'vitest'
import { describePromise } from '#lib/report/measure-picture.ts'
import { describeVerdict, findAbort, judge, type Measured } from './measures.ts'

const work = { actual_start: '2026-03-01T01:00:00.000Z', actual_end: '2026-03-01T03:00:00.000Z' }
const latency: Measured = {
  id: 'msr_1',
  name: 'Latency',
  unit: 'ms',
  better: 'lower',
  baseline: 420,
  target: 210,
  abort_if: 900,
  stated_by: 'Ines Marchetti',
  stated_at: '2026-02-20T09:00:00.000Z',
  readings: [],
}
const at = (time: string, value: number | null) => ({ value, taken_at: `2026-03-0${time}:00.000Z`, source: 'Grafana' })
const read = (...readings: Measured['readings']): Measured => ({ ...latency, readings })
/** The same with the other direction: every value changes its sign. */
const mirror = (measure: Measured): Measured => ({
  ...measure,
  better: 'higher',
  baseline: measure.baseline && -measure.baseline,
  target: -measure.target,
  abort_if: measure.abort_if && -measure.abort_if,
  readings: measure.readings.map((one) => ({ ...one, value: one.value && -one.value })),
})

test.each([
  ['met', read(at('1T04:00', 210))],
  ['not_met', read(at('1T04:00', 420))],
  ['worse', read(at('1T04:00', 421))],
  ['not_met', { ...read(at('1T04:00', 999)), baseline: null }],
  ['not_met', read(at('1T04:00', 200), at('2T04:00', 250))],
  ['met', read(at('1T03:00', 200))],
  ['not_measured', read(at('1T02:59', 200))],
  ['not_measured', read(at('1T04:00', 200), at('2T04:00', null))],
  ['not_measured', read()],
] as const)('the last reading after the work decides, in either direction: %s', (verdict, measure) => {
  expect([judge(measure, work), judge(mirror(measure), work)]).toEqual([verdict, verdict])
  expect(judge(measure, { ...work, actual_end: null })).toBe('not_measured')
})

test.each([
  ['1T00:59', 950, false],
  ['1T01:00', 900, true],
  ['1T02:59', 899, false],
  ['1T02:59', 950, true],
  ['1T03:00', 950, false],
  ['1T02:00', null, false],
] as const)('a reading during the work meets the abort criterion: %s %s', (time, value, isMet) => {
  const measure = read(at(time, value))
  for (const one of [measure, mirror(measure)]) expect(findAbort(one, work) !== undefined).toBe(isMet)
  expect(findAbort({ ...measure, abort_if: null }, work)).toBeUndefined()
  expect(findAbort(measure, { ...work, actual_start: null })).toBeUndefined()
})

test('words promise and verdict', () => {
  expect(describePromise(latency)).toBe('Latency: from 420 ms to at most 210 ms, abort at 900 ms or more')
  expect(describePromise({ ...mirror(latency), unit: null, baseline: null })).toBe(
    'Latency: at least -210, abort at -900 or less',
  )
  expect(describeVerdict(read(at('1T04:00', 1234.5678)), work)).toBe('Worse than before: 1,234.57 ms')
  expect(describeVerdict(latency, work)).toBe('Not measured')
})
