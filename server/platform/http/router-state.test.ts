import { expect, test } from 'vitest'
import { assertReadableRouterState } from './router-state.ts'

const judge = (state: string) => () => assertReadableRouterState({ headers: { 'next-router-state-tree': state } })

test.each([
  '["",{}]',
  '["",{"children":["__PAGE__",{}]}]',
  '["",{"children":["changes",{"children":[["number","CHG1","d",null],{"children":["__PAGE__",{},null,null,0]}]}]},null,"refetch",16]',
  '["",{},["/changes","?page=2"],"inside-shared-layout",1,"x"]',
])('accepts the state that the router of a page sends: %s', (state) => {
  expect(judge(state)).not.toThrow()
  expect(judge(encodeURIComponent(state))).not.toThrow()
})

test.each([
  '',
  'x',
  '%',
  '%E0%A4%A',
  '[]',
  '{}',
  'null',
  '[""]',
  '["",{"children":5}]',
  '["",{},null,"other"]',
  '[["a","b","x",null],{}]',
  '["",{}], ["",{}]',
  `["${'x'.repeat(40_000)}",{}]`,
  '['.repeat(10_000),
])('rejects malformed state: %.40s', (state) => {
  expect(judge(state)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('accepts a request without state', () => {
  expect(() => assertReadableRouterState({ headers: {} })).not.toThrow()
})
