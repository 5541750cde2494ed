import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

test.each([
  ['/changes/CHG0000042?tab=risk#plan', '/changes/CHG0000042?tab=risk#plan'],
  [undefined, '/'],
  ['', '/'],
  ['changes', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/changes', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/sign-in?callbackUrl=/changes', '/'],
])('%j leads to %s', (asked, path) => {
  expect(returnPath(asked)).toBe(path)
})
