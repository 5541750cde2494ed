import { article } from './articles.ts'
import { change } from './changes.ts'
import { improvement } from './improvements.ts'
import { incident } from './incidents.ts'
import { product } from './products.ts'
import { user } from './users.ts'

/** The parts of a JSON Schema that an example follows. */
type Schema = {
  readonly $ref?: string | undefined
  readonly const?: unknown
  readonly enum?: readonly unknown[] | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly oneOf?: readonly Schema[] | undefined
  readonly type?: string | readonly string[] | undefined
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  readonly items?: Schema | undefined
  readonly minimum?: number | undefined
  readonly description?: string | undefined
}
export type Schemas = Readonly<Record<string, Schema>>

const person = { email: 'reviewer@hindsight.example', name: 'Noor Haddad' }
const reference = 'PIR-2026-0042'

/** Examples of components. */
const byComponent: Readonly<Record<string, unknown>> = {
  User: user.example,
  Product: product.example,
  Change: change.example,
  Incident: incident.example,
  Improvement: improvement.example,
  Article: article.example,
  ArticleMetadata: article.example.metadata,
  Timestamp: '2026-03-09T13:40:00.000Z',
  CalendarDate: '2026-03-16',
  EmailAddress: person.email,
}

/** Examples of texts by their description. */
const byDescription: readonly (readonly [pattern: RegExp, example: string])[] = [
  [/e-mail address/i, person.email],
  [/^Name of (?:the|that) person/, person.name],
  [/SHA-256/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/^Reference of the review/, reference],
  [/^Change identifier|^Numbers? of the (?:first |reviewed )?change/, change.example.number],
  [/^Incident identifier|^Number of the incident/, incident.example.number],
  [/^Identifier of the action/, improvement.example.id],
  [/^URL of the page|^Filter/, '/changes?query=risk+%3D+high'],
]

/** Examples of fields by their name. */
const byName: Readonly<Record<string, unknown>> = {
  ...incident.example,
  ...change.example,
  ...person,
  change_number: change.example.number,
  delimiter: ';',
  quarter: '2026-Q3',
  query: 'risk = high',
  reason: 'Risk rated high',
  reference,
  review_reference: reference,
  reviewer: person.email,
  reviewer_name: person.name,
  rows: 'first',
  rule: 'High risk',
  rule_id: 'rule_high_risk',
  service: 'payments-db',
  services: ['payments-db'],
  source_ref: reference,
}

/** Returns an example of a schema: all fields of an object, one entry of a list, the first of several values. */
export function deriveExample(schema: Schema, schemas: Schemas, name = ''): unknown {
  if (schema.$ref !== undefined) {
    const component = schema.$ref.replace('#/components/schemas/', '')
    const named = schemas[component]
    return byComponent[component] ?? (named && deriveExample(named, schemas, name))
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return deriveExample(first, schemas, name)
  switch (typeof schema.type === 'object' ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, deriveExample(part, schemas, key)]),
      )
    case 'array':
      return deriveList(schema, schemas, name)
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    default:
      return deriveText(schema, name)
  }
}

function deriveList({ items, description = '' }: Schema, schemas: Schemas, name: string): unknown {
  const known = byName[name]
  if (Array.isArray(known) && items?.type === 'string') return known
  return items ? [deriveExample({ description, ...items }, schemas, name)] : []
}

/** Returns the example of a text that its description tells; undefined for another. */
export const findDescribed = (description: string): string | undefined =>
  byDescription.find(([pattern]) => pattern.test(description))?.[1]

/** A text by what its description or its name says, else what the description begins with. */
function deriveText({ description = '' }: Schema, name: string): unknown {
  const described = findDescribed(description)
  if (described) return described
  if (typeof byName[name] === 'string' && !/^Name of/.test(description)) return byName[name]
  return description.replace(/[;.].*/s, '') || name.replaceAll('_', ' ')
}
