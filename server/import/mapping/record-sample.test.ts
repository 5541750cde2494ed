import { expect, test } from 'vitest'
import { createRecordSample } from './record-sample.ts'

test('keeps all records of a small file', () => {
  const sample = createRecordSample<number>()
  for (let at = 0; at < 20_000; at += 1) if (sample.holds(`INC${at}`)) sample.set(`INC${at}`, at)
  expect(sample.entries()).toHaveLength(20_000)
})

test('never holds more than 20,000, keeps the order, and follows a record wholly or not at all', () => {
  const sample = createRecordSample<number>()
  let most = 0
  for (let at = 0; at < 100_000; at += 1) {
    if (sample.holds(`INC${at}`)) sample.set(`INC${at}`, at)
    if (at % 500 === 0) most = Math.max(most, sample.entries().length)
  }
  expect(most).toBeLessThanOrEqual(20_000)
  const values = sample.entries().map(([, value]) => value)
  expect(values.length).toBeGreaterThan(5_000)
  expect(values).toEqual(values.toSorted((one, other) => one - other))
  for (const value of values) expect(sample.holds(`INC${value}`)).toBe(true)
})
