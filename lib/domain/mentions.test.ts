import { describe, expect, it } from 'vitest'
import { findMentions, splitMentions } from './mentions.ts'

const noor = { name: 'Noor Haddad', email: 'noor@x.org' }
const noora = { name: 'Noor Haddad-Lie', email: 'noora@x.org' }
const jiri = { name: 'Jiří Novotný', email: 'jiri@x.org' }
const people = [noor, noora, jiri]

describe('findMentions', () => {
  it.each([
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
  ])('%s', (text, expected) => {
    expect(findMentions(text, people)).toEqual(expected)
  })
})

describe('splitMentions', () => {
  it.each(['a @Noor Haddad b', '@Noor Haddad@Jiří Novotný', 'no mention', '@@Noor Haddad'])(
    'keeps all parts of %s',
    (text) => {
      expect(
        splitMentions(text, people)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    },
  )
})
