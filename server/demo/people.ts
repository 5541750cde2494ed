import { z } from 'zod'
import { once, readData } from './read-data.ts'

const text = z.string().min(1)
const Person = z.strictObject({ name: text, email: z.email(), team: text, location: text, bio: text })
export type Person = z.infer<typeof Person> & { readonly id: string }

/** The people of the demo, in the order of their ids. */
export const people = once((): readonly Person[] =>
  readData('people.yaml', z.array(Person)).map((person, index) => ({
    ...person,
    id: `usr_${String(index + 1).padStart(4, '0')}`,
  })),
)

const byName = once(() => new Map(people().map((person) => [person.name, person])))

export const isPerson = (name: string): boolean => byName().has(name)

/** Finds the person with this full name. Throws if there is none. */
export function getPerson(name: string): Person {
  const person = byName().get(name)
  if (!person) throw new Error(`Nobody in the demo is called ${name}.`)
  return person
}

export const getEmail = (name: string): string => getPerson(name).email
