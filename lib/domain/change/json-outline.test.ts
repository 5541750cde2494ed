import { describe, expect, test } from 'vitest'

import { outlineJson } from './json-outline.ts'

describe('empty values', () => {
  test.each([null, undefined, '', '  ', [], {}, [null, '']])('%j is none', (value) => {
    expect(outlineJson(value)).toEqual({ kind: 'none' })
  })
})

test('a very deep document becomes lines', () => {
  let value: unknown = 'the end'
  for (let level = 0; level < 50_000; level += 1) value = { inner: value }
  expect(JSON.stringify(outlineJson(value))).toContain('the end')
})

test('a very large document is truncated and the rest is counted', () => {
  const outline = outlineJson(Array.from({ length: 20_000 }, (_, at) => `Do thing number ${at}`))
  if (outline.kind !== 'steps') throw new Error(outline.kind)
  expect(outline.steps.length + outline.left).toBe(20_000)
  expect(outline.steps.length).toBeLessThanOrEqual(4_000)
})
