import type { Actor } from '#server/platform/runtime/context.ts'

export type Person = Extract<Actor, { kind: 'account' }>

const createPerson = (id: string, name: string, role: Person['role']): Person => ({
  kind: 'account',
  id: `acc_${id}`,
  name,
  email: `${id}@hindsight.example`,
  role,
})

/** People of every history. */
export const people = {
  vic: createPerson('vic', 'Vic Amsel', 'viewer'),
  noor: createPerson('noor', 'Noor Haddad', 'reviewer'),
  callum: createPerson('callum', 'Callum Reid', 'reviewer'),
  henrike: createPerson('henrike', 'Henrike Vos', 'manager'),
  paolo: createPerson('paolo', 'Paolo Ferrand', 'manager'),
  ada: createPerson('ada', 'Ada Moreau', 'admin'),
} as const satisfies Readonly<Record<string, Person>>
export type PersonKey = keyof typeof people
export const personKeys = Object.keys(people) as PersonKey[]

export const findPersonKey = (email: string | null): PersonKey | null =>
  personKeys.find((key) => people[key].email === email) ?? null

/**
 * Spellings of a person in a record: by e-mail, by a text that no directory knows, or by an e-mail address that
 * looks different.
 */
export const spellings = ['email', 'text', 'final dot', 'mailto'] as const
export type Spelling = (typeof spellings)[number]

export function spellPerson(key: PersonKey, spelling: Spelling): string {
  const { name, email } = people[key]
  const [first, last] = name.split(' ')
  return { email, text: `${last}, ${first} (SRE)`, 'final dot': `${email}.`, mailto: `mailto:${email}` }[spelling]
}
