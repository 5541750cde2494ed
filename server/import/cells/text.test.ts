import { expect, test } from 'vitest'
import { readFlag, readList, readText, readUrl } from './text.ts'

test.each([
  ['  Ada ', 'Ada'],
  [7, '7'],
  [true, 'true'],
  [['a', ' b ', ''], 'a, b'],
  [{ display_value: 'Network', value: '287ebd7da9fe198100f92cc8d1d2154e' }, 'Network'],
  [{ display_value: '', value: '287ebd7d' }, '287ebd7d'],
  [{ link: 'https://example.org/x', value: 'glide' }, 'glide'],
  ['=cmd()', '=cmd()'],
])('reads %j as text', (cell, text) => {
  expect(readText(cell)).toBe(text)
})

test('an object and a NUL character are rejected', () => {
  expect(readText({ a: 1 })).toHaveProperty('issue', 'is an object where text is expected')
  expect(readText('a\0b')).toHaveProperty('issue', 'contains a NUL character')
  expect(readText([{ a: 1 }])).toHaveProperty('issue', 'is an object where text is expected')
})

test('a list is split at commas, semicolons and bars, or is one already', () => {
  expect(readList('web, search;web | mail')).toEqual(['web', 'search', 'mail'])
  expect(readList(['web, or not', 'web, or not'])).toEqual(['web, or not'])
  expect(readList(['a\0'])).toHaveProperty('issue', 'contains a NUL character')
})

test.each([
  ['TRUE', true],
  ['yes', true],
  [1, true],
  ['no', false],
  [false, false],
])('%j is %s', (cell, flag) => {
  expect(readFlag(cell)).toBe(flag)
})

test('other words are neither yes nor no', () => {
  expect(readFlag('perhaps')).toHaveProperty('issue', 'must be true or false')
})

test('only http and https are web addresses', () => {
  expect(readUrl('https://example.org/a.png')).toBe('https://example.org/a.png')
  for (const text of ['javascript:alert(1)', 'photo.png', 'https://']) {
    expect(readUrl(text)).toHaveProperty('issue', 'must be an http or https address')
  }
})
