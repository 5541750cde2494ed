import { expect, test } from 'vitest'
import { readPlan } from './plan-text.ts'

test.each([
  ['- Stop writers\n- Run the upgrade', { steps: ['Stop writers', 'Run the upgrade'] }],
  ['1. Stop writers\r\n2. Run the upgrade', { steps: ['Stop writers', 'Run the upgrade'] }],
  ['--Stop writers\n--Run', { steps: ['Stop writers', 'Run'] }],
  ['Step 1: Stop\nStep 2: Start', { steps: ['Stop', 'Start'] }],
  ['-- Only one thing', { steps: ['Only one thing'] }],
  ['At night:\n* Stop\n* Start', { description: 'At night:', steps: ['Stop', 'Start'] }],
  ['- Run this\n\nclear bgp\nshow bgp\n\n- Check', { steps: ['Run this\nclear bgp\nshow bgp', 'Check'] }],
  ['Fail over.\n\nThen reboot.', { description: 'Fail over.\n\nThen reboot.' }],
  ['Restore from the copy -5 minutes', { description: 'Restore from the copy -5 minutes' }],
  ['{"steps":["a"],"owner":{"name":"b"}}', { steps: ['a'], owner: { name: 'b' } }],
  ['["a","b"]', { steps: ['a', 'b'] }],
  ['{not json', { description: '{not json' }],
])('reads %j', (text, plan) => {
  expect(readPlan(text)).toEqual(plan)
})

test('an object stays as it is, in its own order, and a list becomes steps', () => {
  expect(JSON.stringify(readPlan({ z: 1, a: { b: null } }))).toBe('{"z":1,"a":{"b":null}}')
  expect(readPlan([{ step: 1 }])).toEqual({ steps: [{ step: 1 }] })
})

test('the display value of a ServiceNow field is read', () => {
  expect(readPlan({ display_value: '- a\n- b', value: '- a\n- b' })).toEqual({ steps: ['a', 'b'] })
})

test('a NUL character, which the database cannot store, is rejected', () => {
  expect(readPlan({ a: 'x\0' })).toHaveProperty('issue', 'contains a NUL character')
  expect(readPlan('x\0')).toHaveProperty('issue', 'contains a NUL character')
})
