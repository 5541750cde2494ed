import fc from 'fast-check'
import { isChangeNumber } from '#lib/domain/change/change-number.ts'
import type { ApiOperation, Schema } from './open-api.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const moment = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const email = fc.stringMatching(/^[a-z]{1,10}\.[a-z]{1,10}@[a-z]{2,10}\.example$/)

/** Texts that break careless programs: control characters, lone surrogates, markup, SQL, paths, templates. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u0007\u001b[31m',
  '𝕳𝖎𝖓𝖉🩻\u0301'.repeat(20),
  "'; drop table changes; --",
  '" or 1=1 --',
  '%',
  '%00',
  '%E0%A4%A',
  '../../../etc/passwd',
  '{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  "=cmd|' /C calc'!A0",
  '(((((((((((((((((',
  'state = review AND'.repeat(50),
  'NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT NOT a = 1',
  'A'.repeat(5_000),
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e309',
  '0x10',
  '9007199254740993',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '10000-01-01',
] as const

export const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 60 }))

/** Any JSON, including shapes that break careless parsers. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, 0, -0, 1e308, [], {}, [[[[[[]]]]]], { ['__proto__']: { x: 1 } }),
  hostileText,
)

/** Values that a schema allows. A text with only a length in the schema is drawn from `texts`. */
function generateValues(schema: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const of = (inner: Schema) => generateValues(inner, texts)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const choices = schema[keyword]
    if (Array.isArray(choices)) return fc.oneof(...choices.map(of))
  }
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => of({ ...schema, type })))
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return smallInteger(Number(schema.minimum ?? -1_000), Number(schema.maximum ?? 1_000))
    case 'number':
      return fc.integer({ min: Number(schema.minimum ?? 0), max: 100_000 }).map((cents) => cents / 100)
    case 'string':
      return generateText(schema, texts)
    case 'array':
      return fc.array(of((schema.items ?? {}) as Schema), { minLength: Number(schema.minItems ?? 0), maxLength: 4 })
    case 'object':
      return generateObject(schema, of)
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function generateText(schema: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (schema.format === 'date') return day
  if (schema.format === 'date-time') return moment
  if (schema.format === 'email') return email
  if (schema.pattern !== undefined && schema.pattern !== '\\S')
    return fc.stringMatching(new RegExp(String(schema.pattern)))
  const most = Number(schema.maxLength ?? 200)
  const isUsed = (text: string) => (schema.pattern === undefined ? text !== '' : /\S/.test(text))
  return texts.map((text) => (isUsed(text.slice(0, most)) ? text.slice(0, most) : 'x'))
}

function generateObject(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length === 0)
    return fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const model = Object.fromEntries(properties.map(([name, inner]) => [name, of(inner)]))
  return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] })
}

/** Integers up to 1,000, or just above a greater minimum. */
const smallInteger = (min: number, max: number) => fc.integer({ min, max: Math.min(max, Math.max(1_000, min + 100)) })

/** Identifiers of existing records, by parameter name. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

export type DrawnValues<Value = string> = Record<string, fc.Arbitrary<Value>>

/** Texts where a schema defines only the length: identifiers of existing records, words, anything. */
const generateTexts = (known: KnownValues) =>
  fc.oneof(
    fc.constantFrom(...Object.values(known).flat(), 'payments', 'upgrade'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }),
  )

/** Stands for a path parameter of which no value is known. */
const unknownRecord = 'no-such-record'

/** Values for path parameters that name an existing record, if one is known. */
export function pathValues(operation: ApiOperation, known: KnownValues): DrawnValues {
  const path = operation.parameters.filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(
    path.map(({ name, schema }) => {
      const found = known[`${operation.path}#${name}`] ?? known[name] ?? []
      const values = found.length > 0 ? found : [unknownRecord]
      const isDrawn = Array.isArray(schema.enum) || (found.length === 0 && schema.pattern !== undefined)
      return [name, isDrawn ? generateValues(schema, generateTexts(known)).map(String) : fc.constantFrom(...values)]
    }),
  )
}

/** Valid values for query parameters; optional ones are sometimes left out. */
export function queryValues(operation: ApiOperation): DrawnValues<string | undefined> {
  // A saved mapping is a record, and the run knows none.
  const query = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'mapping')
  return Object.fromEntries(
    query.map(({ name, schema, example, required }) => {
      // The years of a request for public holidays depend on each other.
      if (operation.name === 'listHolidayProposals')
        return [name, fc.constant(example === undefined ? undefined : String(example))]
      const value = generateValues(schema, fc.constant(String(example ?? 'x'))).map(String)
      return [name, required === true ? value : fc.option(value, { freq: 1, nil: undefined })]
    }),
  )
}

/** Valid bodies of an operation. */
export function validBodies({ name, body }: ApiOperation, known: KnownValues): fc.Arbitrary<unknown> {
  const { schema, example } = body ?? { schema: {}, example: null }
  const generated = generateValues(schema, generateTexts(known))
  const bodies = example === undefined ? generated : fc.oneof(fc.constant(example), generated)
  if (name === 'putIncident') return bodies.filter(isConsistentIncident)
  return name === 'updateImprovement' ? bodies.filter(isMoveOfToken) : bodies
}

/** True if a body with a time of resolution has a state that allows it, and names one change if any. */
function isConsistentIncident(body: unknown): boolean {
  const { resolved_at = null, state, related_change = null } = body as Readonly<Record<string, unknown>>
  if (related_change !== null && !isChangeNumber(String(related_change))) return false
  return resolved_at === null || ['resolved', 'closed', 'canceled'].includes(String(state))
}

/** True if a token may make the move: only a signed-in person sets an action to verified, and done needs evidence. */
function isMoveOfToken(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('status' in body)) return true
  if (body.status !== 'done') return body.status !== 'verified'
  return 'evidence' in body && typeof body.evidence === 'string' && body.evidence.trim() !== ''
}
