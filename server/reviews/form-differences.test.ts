import { expect, test } from 'vitest'
import { listFormDifferences } from './save-step.ts'

test('a list entry is identified by its key: added, changed by field, removed', () => {
  const entry = (key: string, result: string) => ({ key, result, note: '' })
  const before = { steps: [entry('a', 'done'), entry('b', 'done')] }
  const after = { steps: [entry('b', 'skipped'), entry('c', 'done')] }
  expect(listFormDifferences('plan', before, after)).toEqual({
    'plan.steps.b.result': { from: 'done', to: 'skipped' },
    'plan.steps.c': { from: null, to: entry('c', 'done') },
    'plan.steps.a': { from: entry('a', 'done'), to: null },
  })
})

test('a long text shows only its changed part', () => {
  const text = 'It was a long night. '.repeat(20)
  const change = listFormDifferences('plan', { notes: text }, { notes: `${text}Nobody slept.` })['plan.notes']
  expect(change).toEqual({ from: '…t was a long night. ', to: '…t was a long night. Nobody slept.' })
  const middle = listFormDifferences('plan', { notes: `${text}A${text}` }, { notes: `${text}B${text}` })['plan.notes']
  expect(middle).toEqual({
    from: '…t was a long night. AIt was a long night.…',
    to: '…t was a long night. BIt was a long night.…',
  })
})

test('a text truncated inside a surrogate pair stays valid', () => {
  const text = '🦊'.repeat(150)
  const change = listFormDifferences('plan', { notes: text }, { notes: `${text}x` })['plan.notes']
  expect(String(change?.to).isWellFormed()).toBe(true)
  const inside = listFormDifferences('plan', { notes: text }, { notes: text.replace('🦊', '🦉') })['plan.notes']
  expect(String(inside?.to).isWellFormed()).toBe(true)
})
