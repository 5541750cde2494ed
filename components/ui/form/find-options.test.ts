import { expect, test } from 'vitest'
import { findOptions, findValue } from './find-options.ts'

const people = [
  { value: 'noor@hindsight.example', label: 'Noor Haddad', hint: 'Me' },
  { value: 'asa@hindsight.example', label: 'Åsa Bergström', hint: 'asa@hindsight.example' },
  { value: 'ines@hindsight.example', label: 'Ines Marchetti' },
  { value: 'ines@other.example', label: 'Ines Marchetti' },
]

test.each([
  ['', ['noor', 'asa', 'ines', 'ines']],
  ['me', ['noor']],
  ['bergstrom ASA', ['asa']],
  ['ines other', ['ines']],
  ['nobody', []],
])('%j finds %j', (text, found) => {
  expect(findOptions(people.slice(0, 4), text).map(({ value }) => value.split('@')[0])).toEqual(found)
})

test.each([
  ['noor haddad', 'noor@hindsight.example'],
  ['ASA@hindsight.example', 'asa@hindsight.example'],
  ['Ines Marchetti', null],
  ['Ines', null],
  ['', null],
])('the text %j stands for %j', (text, value) => {
  expect(findValue(people, text)).toBe(value)
})
