import { expect, test } from 'vitest'
import { toReturnPath } from './return-path.ts'

test.each([
  ['/changes/CHG0000042?tab=risk#plan', '/changes/CHG0000042?tab=risk#plan'],
  [undefined, '/'],
  ['', '/'],
  ['changes', '/'],
  ['https://evil.example/', '/'],
  ['https:evil.example', '/'],
  ['https:/\\evil.example', '/'],
  ['//evil.example/changes', '/'],
  ['///evil.example', '/'],
  ['/\\evil.example', '/'],
  ['\\/evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/changes/..//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/@evil.example', '/@evil.example'],
  [' //evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['java\nscript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['blob:https://evil.example/x', '/'],
  ['%2f%2fevil.example', '/'],
  ['/sign-in?callbackUrl=/changes', '/'],
])('%j leads to %s', (requested, path) => {
  expect(toReturnPath(requested)).toBe(path)
})

const own = 'https://hindsight.example'

test.each([
  [`${own}/changes?page=2`, '/changes?page=2'],
  [own, '/'],
  [`${own}//evil.example`, '/'],
  [`${own}/.//evil.example`, '/'],
  [`${own}.evil.example/changes`, '/'],
  [`${own}@evil.example/changes`, '/'],
  [`${own}:8443/changes`, '/'],
  ['https://user:secret@hindsight.example/changes', '/'],
  ['http://hindsight.example/changes', '/'],
  ['/changes', '/changes'],
])('at our own origin %j leads to %s', (requested, path) => {
  expect(toReturnPath(requested, own)).toBe(path)
})
