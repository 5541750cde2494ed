import { expect, test } from 'vitest'
import { formatByteSize } from './byte-size.ts'

test.each([
  [158, '158\u00a0B'],
  [47_120, '47.1\u00a0kB'],
  [1_234_567, '1.2\u00a0MB'],
])('%i bytes do not break from their unit', (bytes, expected) => {
  expect(formatByteSize(bytes)).toBe(expected)
})
