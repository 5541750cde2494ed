import { z } from 'zod'
import { once } from '#server/platform/process/process-wide.ts'
import { readData } from './read-data.ts'

const text = z.string().min(1)
const Person = z.strictObject({ name: text, email: z.email(), team: text, location: text, bio: text })
export type Person = z.infer<typeof Person> & { readonly id: string }

const addId = <Row>(row: Row, index: number, prefix: string) => ({
  ...row,
  id: `${prefix}_${String(index + 1).padStart(4, '0')}`,
})

/** The people of the demo, in the order of their ids. */
export const people = once((): readonly Person[] =>
  readData('people.yaml', z.array(Person)).map((person, index) => addId(person, index, 'usr')),
)

/** Finds the person with this full name. Throws if there is none. */
export function getPerson(name: string): Person {
  const person = people().find((one) => one.name === name)
  if (!person) throw new Error(`Nobody in the demo is called ${name}.`)
  return person
}

export const getEmail = (name: string): string => getPerson(name).email

const Report = z.tuple([z.literal([2, 3, 4]), text])

/** Everyday incident reports by service: priority and text. `{store}`, `{site}` and `{count}` are drawn. */
export const everydayReports = once(() => readData('incidents.yaml', z.record(z.string(), z.array(Report).min(1))))

/** The services of the demo's company, a retailer with a web shop, stores and one warehouse. */
export const services = once((): ReadonlySet<string> => new Set(Object.keys(everydayReports())))

/** The schemas of a person and of a service that the data names. */
export const PersonName = text.refine(
  (name) => people().some((person) => person.name === name),
  'nobody in people.yaml has this name',
)
export const ServiceName = text.refine((name) => services().has(name), 'incidents.yaml has no such service')

/** The service catalogue of the IT department by category: name, monthly price in euros, description. */
const Products = z.record(z.string(), z.array(z.tuple([text, z.number().positive(), text])))

export const products = once(() =>
  Object.entries(readData('products.yaml', Products))
    .flatMap(([category, rows]) => rows.map(([name, price, description]) => ({ name, description, price, category })))
    .map((product, index) => addId(product, index, 'prd')),
)
