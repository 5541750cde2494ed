import { describe, expect, test } from 'vitest'
import type { PartKind } from '#lib/contracts/app/review-values.ts'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { excludingParts, whyRuledOut, whySignOffRequired } from './four-eyes.ts'

const henrike = { email: 'henrike.vos@x.example', name: 'Henrike Vos' }
const nobody: Participation = { parts: [], unresolved: [], unstated: [] }
const named = (...texts: string[]): Participation => ({ ...nobody, unresolved: texts, unstated: texts })
const createPart = (kind: PartKind, person = henrike.email): Participation => ({ ...nobody, parts: [{ kind, person }] })
const kinds = Object.keys(excludingParts) as (keyof typeof excludingParts)[]

describe('whyRuledOut', () => {
  test('nobody who took no part', () => {
    expect(whyRuledOut(henrike, nobody)).toBeNull()
    for (const kind of kinds) expect(whyRuledOut(henrike, createPart(kind, 'ada@x.example'))).toBeNull()
  })

  test.each(kinds)('a person who took the part: %s', (kind) => {
    expect(whyRuledOut(henrike, createPart(kind, ' Henrike.Vos@X.example '))).toBe(excludingParts[kind])
  })

  test('nobody by a kind of part that is not in the record', () => {
    const { wrote } = excludingParts
    Reflect.deleteProperty(excludingParts, 'wrote')
    expect(whyRuledOut(henrike, createPart('wrote'))).toBeNull()
    Object.assign(excludingParts, { wrote })
    expect(whyRuledOut(henrike, createPart('wrote'))).toBe(wrote)
  })

  test('whom an unresolved text may name, also after a manager stated somebody else', () => {
    const stated = { ...named('Vos, Henrike (SRE)'), unstated: [] }
    expect(whyRuledOut(henrike, stated)).toBe(excludingParts.implemented)
    expect(whyRuledOut({ email: 'ada@x.example', name: 'Ada Vos' }, stated)).toBeNull()
  })

  test('who has the name of a known implementer, but not who shares a first name', () => {
    const part = { kind: 'implemented', person: 'other@x.example' } as const
    const known = { ...nobody, parts: [{ ...part, names: ['Vos, Henrike'] }] }
    expect(whyRuledOut({ ...henrike, email: 'hvos@y.example' }, known)).toBe(excludingParts.implemented)
    expect(whyRuledOut({ email: 'henrike@y.example', name: 'Henrike' }, known)).toBeNull()
    expect(whyRuledOut({ email: henrike.email, name: '' }, { ...nobody, parts: [{ ...part, names: [''] }] })).toBeNull()
  })
})

describe('whySignOffRequired', () => {
  const ada = { email: 'ada@x.example', name: 'Ada Lovelace' }
  const free = { participation: nobody, reviewer: ada, person: ada, isRequired: false }
  const outcome = { ...nobody, parts: [...createPart('implemented').parts, ...createPart('issued_token').parts] }
  test.each<[string, Participation, RegExp | null]>([
    ['for an implementer whom one listed', createPart('listed', ada.email), /entry of the directory/],
    ['not for one whom somebody else listed', createPart('listed'), null],
    ['for an outcome by the implementer', outcome, /outcome/],
    ['for implementers nobody knows', named('F. Luddy', 'fl'), /“F. Luddy” and “fl”/],
  ])('%s', (_, participation, reason) => {
    const known = { ...free, participation }
    if (reason === null) expect(whySignOffRequired(known)).toBeNull()
    else expect(whySignOffRequired(known)).toMatch(reason)
  })
})
