import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IndexedPerson, indexPeople } from './person-index.ts'

const person = (email: string, name: string, more: Partial<IndexedPerson> = {}): IndexedPerson => ({
  email,
  name,
  userName: null,
  employeeNumber: null,
  ...more,
})
const people = [
  person('ada@example.org', 'Ada Åberg'),
  person('Ada@Example.org', 'Ada of the directory', { userName: 'aaberg', employeeNumber: 'E-17' }),
  person('ada.two@example.org', 'Ada Berg', { userName: 'ada2' }),
  person('ada.three@example.org', 'ADA  BERG'),
  person('odd@example.org', 'aaberg'),
]
const resolve = indexPeople(people)
const known = (email: string, isIdentifier = true) => ({ kind: 'known', email, isIdentifier })

describe('indexPeople finds a person', () => {
  test.each([
    ['by address', 'ada.two@example.org', known('ada.two@example.org')],
    ['by address in another case, with blanks', ' ADA.Two@EXAMPLE.org ', known('ada.two@example.org')],
    ['with two records of one address, as the first has it', 'ADA@example.org', known('ada@example.org')],
    ['by user name, which comes before a name', 'AAberg', known('ada@example.org')],
    ['by employee number', 'e-17', known('ada@example.org')],
    ['by name', 'ada  åberg', known('ada@example.org', false)],
    ['by another name of the same address', 'Ada of the directory', known('ada@example.org', false)],
    ['by a name that two people have', 'Ada Berg', { kind: 'ambiguous' }],
    ['without the accents of the name', 'Ada Aberg', { kind: 'unknown' }],
    ['by a part of a name', 'Ada', { kind: 'unknown' }],
    ['by an unknown address', 'nobody@example.org', { kind: 'unknown' }],
    ['by nothing', '  ', { kind: 'unknown' }],
  ])('%s', (_, text, expected) => {
    expect(resolve(text)).toEqual(expected)
  })
})

const word = fc.stringMatching(/^[a-cA-C]{1,3}$/)
const anyPerson = fc.record({
  email: word.map((local) => `${local}@example.org`),
  name: fc.tuple(word, word).map((words) => words.join(' ')),
  userName: fc.option(word),
  employeeNumber: fc.option(fc.stringMatching(/^[0-9]{1,2}$/)),
})

test('only the found person has that address, user name, number or name', () => {
  fc.assert(
    fc.property(fc.array(anyPerson, { maxLength: 12 }), fc.nat(3), fc.boolean(), (list, field, isUpper) => {
      const [one] = list
      if (!one) return
      const text = [one.email, one.userName, one.employeeNumber, one.name][field] ?? one.name
      const typed = ` ${isUpper ? text.toUpperCase() : text.toLowerCase()} `
      const found = indexPeople(list)(typed)
      const key = text.toLowerCase()
      const fits = (texts: (string | null)[]) => texts.some((it) => it?.toLowerCase() === key)
      const levels = [
        list.filter(({ email }) => fits([email])),
        list.filter(({ userName, employeeNumber }) => fits([userName, employeeNumber])),
        list.filter(({ name }) => fits([name])),
      ]
      const people = levels.find((level) => level.length > 0) ?? []
      const emails = new Set(people.map(({ email }) => email.toLowerCase()))
      expect(found.kind).toBe(emails.size === 1 ? 'known' : 'ambiguous')
      if (found.kind === 'known') expect(emails).toContain(found.email.toLowerCase())
    }),
  )
})
