import type { oas31 } from 'zod-openapi'

export type Document = oas31.OpenAPIObject
export type Schema = oas31.SchemaObject

const isReference = (value: unknown): value is { $ref: string } =>
  typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'

/** Follows the reference of a part of the document, if any. Throws if the target does not exist. */
export function resolve<Part extends object>(document: Document, part: Part | { $ref: string }): Part {
  if (!isReference(part)) return part
  const reference = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
  if (typeof reference !== 'object' || reference === null) throw new Error(`${part.$ref} does not exist.`)
  return resolve(document, reference as Part)
}

/** Description of the values that a schema allows, for reading. */
export type ValueDescription = {
  /** `string`, `integer`, `array of object`, … */
  readonly type: string
  readonly isNullable: boolean
  /** The values of an enumeration, else empty. */
  readonly values: readonly string[]
  /** Limits of value, length or size, such as `1 to 100`. */
  readonly limits: string
}

/** One field of a body; `name` is a path such as `parts[].at`. */
export type FieldRow = ValueDescription & {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
}

type SchemaOrRef = Schema | { $ref: string }

/** Removes `null` from `anyOf` or a list of types. */
function withoutNull(document: Document, part: SchemaOrRef): { schema: Schema; isNullable: boolean } {
  const schema = resolve<Schema>(document, part)
  const [alternative, ...others] = (schema.anyOf ?? []).filter((one) => resolve<Schema>(document, one).type !== 'null')
  if (alternative && others.length === 0) {
    return { schema: resolve<Schema>(document, alternative), isNullable: schema.anyOf?.length === 2 }
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false }
  const [type, ...more] = schema.type.filter((one) => one !== 'null')
  const isSingle = type !== undefined && more.length === 0
  return { schema: isSingle ? { ...schema, type } : schema, isNullable: schema.type.includes('null') }
}

export function describeValue(document: Document, part: SchemaOrRef): ValueDescription {
  const { schema, isNullable } = withoutNull(document, part)
  const item = schema.type === 'array' && schema.items ? describeValue(document, schema.items) : null
  return {
    type: item ? `array of ${item.type}` : describeType(schema),
    isNullable,
    values: item ? item.values : listValues(schema),
    limits: describeLimits(schema),
  }
}

function describeType({ type, format, additionalProperties, properties }: Schema): string {
  if (type === undefined) return 'any'
  if (type === 'object' && !properties && additionalProperties) return 'any object'
  const name = Array.isArray(type) ? type.join(' or ') : type
  return format ? `${name} (${format})` : name
}

const listValues = (schema: Schema): string[] =>
  'const' in schema ? [String(schema.const)] : (schema.enum ?? []).map((value) => String(value))

/** Larger limits are not shown, because they only reflect the storage of numbers. */
const maxShownLimit = 1e9

function describeLimits(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const upper = maximum !== undefined && maximum < maxShownLimit ? maximum : undefined
  return [range(minimum, upper, ''), range(minLength, maxLength, ' characters'), range(minItems, maxItems, ' entries')]
    .filter(Boolean)
    .join(', ')
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const count = (value: number) => value.toLocaleString('en')
  if (from !== undefined && to !== undefined) return `${count(from)} to ${count(to)}${unit}`
  if (to !== undefined) return `at most ${count(to)}${unit}`
  return from === undefined ? '' : `at least ${count(from)}${unit}`
}

/** Lists every field of a body; nested fields follow their parent. */
export function listFieldRows(document: Document, part: SchemaOrRef, prefix = ''): FieldRow[] {
  const { schema } = withoutNull(document, part)
  if (schema.type === 'array' && schema.items) return listFieldRows(document, schema.items, `${prefix}[]`)
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix ? `${prefix}.${key}` : key
    const row: FieldRow = {
      ...describeValue(document, property),
      name,
      isRequired: schema.required?.includes(key) ?? false,
      description: findDescription(document, property),
    }
    return [row, ...listFieldRows(document, property, name)]
  })
}

const findDescription = (document: Document, part: SchemaOrRef): string =>
  ('description' in part && part.description) || resolve<Schema>(document, part).description || ''
