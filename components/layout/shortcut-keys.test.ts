import { describe, expect, test } from 'vitest'
import { isPlain, matchStroke, strokeOf } from './shortcut-keys.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

describe('a press', () => {
  test.each([
    [{ ...none, key: 'g' }, 'g'],
    [{ ...none, key: '?', shiftKey: true }, '?'],
    [{ ...none, key: 'K', ctrlKey: true }, 'mod+k'],
    [{ ...none, key: 'k', metaKey: true }, 'mod+k'],
    [{ ...none, key: 'G', shiftKey: true }, 'shift+g'],
    [{ ...none, key: 'Enter', shiftKey: true, ctrlKey: true }, 'mod+shift+Enter'],
    [{ ...none, key: ' ' }, 'Space'],
    [{ ...none, key: 'Shift', shiftKey: true }, null],
  ])('%j is %s', (press, expected) => {
    expect(strokeOf(press)).toBe(expected)
  })
})

describe('matching', () => {
  const bindings = [{ keys: 'g c' }, { keys: 'g i' }, { keys: 'c' }, { keys: '?' }]

  test('a single stroke', () => {
    expect(matchStroke([], '?', bindings)).toEqual({ found: { keys: '?' }, pending: [] })
  })

  test('a sequence waits for its second stroke', () => {
    expect(matchStroke([], 'g', bindings)).toEqual({ found: undefined, pending: ['g'] })
    expect(matchStroke(['g'], 'i', bindings)).toEqual({ found: { keys: 'g i' }, pending: [] })
  })

  test('a stroke that does not go on begins anew', () => {
    expect(matchStroke(['g'], '?', bindings)).toEqual({ found: { keys: '?' }, pending: [] })
    expect(matchStroke(['g'], 'g', bindings)).toEqual({ found: undefined, pending: ['g'] })
    expect(matchStroke(['g'], 'x', bindings)).toEqual({ found: undefined, pending: [] })
  })

  test('of two with the same keys the later one wins', () => {
    const later = { keys: 'c', name: 'later' }
    expect(matchStroke([], 'c', [...bindings, later]).found).toBe(later)
  })
})

test.each([
  ['g c', true],
  ['?', true],
  ['shift+g', true],
  ['mod+k', false],
  ['Escape', false],
])('%s is plain: %s', (keys, expected) => {
  expect(isPlain(keys)).toBe(expected)
})
