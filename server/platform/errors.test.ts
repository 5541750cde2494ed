import { expect, test } from 'vitest'
import { invalidParameter } from './errors.ts'

const makeFault = (field: string) => ({ field, in: 'body', issue: 'is not a known field' }) as const

test('lists fifty of ten thousand faults and their number', () => {
  const others = Array.from({ length: 9_999 }, (_, index) => makeFault(`field_${index}`))
  const { message, details } = invalidParameter([makeFault('first'), ...others])
  expect(details).toHaveLength(50)
  expect(message).toMatch(/^first is not a known field \(and 9999 more: field_0, .*field_48, 9950 not listed\)\.$/)
})
