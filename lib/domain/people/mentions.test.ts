import { expect, test } from 'vitest'
import { findMentionable, findMentions, findStartedMention, splitMentions } from './mentions.ts'

const noor = { name: 'Noor Haddad', email: 'noor@x.org' }
const noora = { name: 'Noor Haddad-Lie', email: 'noora@x.org' }
const jiri = { name: 'Jiří Novotný', email: 'jiri@x.org' }
const people = [noor, noora, jiri]

test.each([
  ['@Noor Haddad was it agreed?', [noor]],
  ['Ask @noor haddad, or @Jiří Novotný.', [noor, jiri]],
  ['@Noor Haddad-Lie knows', [noora]],
  ['(@Noor Haddad)', [noor]],
  ['@Noor Haddad and @Noor Haddad again', [noor]],
  ['@Noor Haddadi is another', []],
  ['mail x@Noor Haddad', []],
  ['@Noor alone', []],
  ['@', []],
  ['', []],
])('findMentions %s', (text, expected) => {
  expect(findMentions(text, people)).toEqual(expected)
})

test.each([
  ['a @Noor Haddad b', ['a ', '@Noor Haddad', ' b']],
  ['@Noor Haddad@Jiří Novotný', ['@Noor Haddad', '@Jiří Novotný']],
  ['no mention', ['no mention']],
  ['@@Noor Haddad', ['@', '@Noor Haddad']],
])('splitMentions keeps all parts of %s', (text, parts) => {
  expect(splitMentions(text, people).map((part) => part.text)).toEqual(parts)
})

test.each([
  ['@', ''],
  ['Ask @no', 'no'],
  ['Ask @Noor H', 'Noor H'],
  ['(@Noor', 'Noor'],
  ['@a and @b', 'b'],
  ['no mention', null],
  ['mail x@y', null],
  ['@Noor\nnext line', null],
  [`@${'x'.repeat(101)}`, null],
])('findStartedMention %j has %j', (text, typed) => {
  expect(findStartedMention(text)).toBe(typed)
})

test.each([
  ['', [noor, noora, jiri]],
  ['no', [noor, noora, jiri]],
  ['hadd', [noor, noora]],
  ['NOOR HADDAD', [noora]],
  ['Noor Hadda', [noor, noora]],
  ['noor ', [noor, noora]],
  ['jiri novotny', [jiri]],
  ['Noor Haddad-Lie ', []],
  ['addad', []],
])('findMentionable %j suggests whom it may mean', (typed, expected) => {
  expect(findMentionable(people, typed)).toEqual(expected)
})
