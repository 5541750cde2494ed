import { describe, expect, test } from 'vitest'
import { findNameCandidates, type MaskedPerson, maskNames } from './mask-names.ts'

const people: MaskedPerson[] = [
  { name: 'Tomas Lind', email: 'tomas.lind@hindsight.example', role: 'the implementer', isInvolved: true },
  { name: 'Siobhán O’Dea', email: 'siobhan@hindsight.example', role: 'a colleague', isInvolved: false },
  { name: 'Willem de Graaf', email: 'willem@hindsight.example', role: 'a colleague', isInvolved: false },
  { name: 'Grace Mbeki', email: 'grace@hindsight.example', role: 'a manager', isInvolved: false },
  { name: '', email: 'ghost@hindsight.example', role: 'the requester', isInvolved: true },
]

describe('names of known people become roles', () => {
  test.each([
    ['a full name', 'We asked Tomas Lind twice.', 'We asked the implementer twice.'],
    [
      'ignoring case and accents',
      "We asked TOMAS LIND and Siobhan O'Dea.",
      'We asked the implementer and a colleague.',
    ],
    ['over a line break', 'We asked Tomas\nLind.', 'We asked the implementer.'],
    ['with its possessive', 'On Tomas Lind’s word', 'On the implementer’s word'],
    [
      'at the start of a sentence',
      'Done. Tomas Lind slept.\n- Tomas Lind woke.',
      'Done. The implementer slept.\n- The implementer woke.',
    ],
    ['a name of three words', 'Ask Willem de Graaf first', 'Ask a colleague first'],
    ['an e-mail address', 'Mail Tomas.Lind@hindsight.example, now.', 'Mail the implementer, now.'],
    ['another address of the same name', 'Mail tomas_lind@elsewhere.example', 'Mail the implementer'],
    ['an address without a name', 'Mail ghost@hindsight.example.', 'Mail the requester.'],
    [
      'in emphasis and links',
      '**Tomas Lind** [him](mailto:tomas.lind@hindsight.example)',
      '**The implementer** [him](mailto:the implementer)',
    ],
    ['only the first name of an involved person', 'Then Tomas went home', 'Then the implementer went home'],
    [
      'the first name of a person named in full before',
      'Ask Grace Mbeki. If Grace is away',
      'Ask a manager. If a manager is away',
    ],
  ])('%s', (_, text, expected) => {
    expect(maskNames(text, people)).toBe(expected)
  })

  test.each([
    ['the first name of an uninvolved person', 'A moment of Grace period'],
    ['a word that contains the name', 'The Lindqvist cluster and Tomasville'],
    ['a lower-case word', 'every lind tree'],
    ['similar names', 'Tomasz, Linda'],
    ['an unknown address', 'Mail x.tomas.lind@hindsight.example.org'],
  ])('%s stays unchanged', (_, text) => {
    expect(maskNames(text, people)).toBe(text)
  })
})

test('possible names and addresses in a text are found for lookup', () => {
  const { names, emails } = findNameCandidates('Then Jiří Novotný wrote to Siobhán O’Dea <so@hindsight.example>.')
  expect(names).toEqual(expect.arrayContaining(['jiri novotny', 'siobhan o’dea']))
  expect(names).not.toContain('wrote to')
  expect(emails).toEqual(['so@hindsight.example'])
})
