import * as fc from 'fast-check'
import type { OpenApi, Schema } from './open-api.ts'

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
export function valuesOf(api: OpenApi, givenTexts: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const schema = api.resolve(givenTexts)
  const of = (inner: Schema) => valuesOf(api, inner, texts)
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
      return textOf(schema, texts)
    case 'array':
      return fc.array(of((schema.items ?? {}) as Schema), { minLength: Number(schema.minItems ?? 0), maxLength: 4 })
    case 'object':
      return objectOf(schema, of)
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf(schema: Schema, texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (schema.format === 'date') return day
  if (schema.format === 'date-time') return moment
  if (schema.format === 'email') return email
  if (schema.pattern !== undefined && schema.pattern !== '\\S')
    return fc.stringMatching(new RegExp(String(schema.pattern)))
  const most = Number(schema.maxLength ?? 200)
  const isUsed = (text: string) => (schema.pattern === undefined ? text !== '' : /\S/.test(text))
  return texts.map((text) => (isUsed(text.slice(0, most)) ? text.slice(0, most) : 'x'))
}

function objectOf(schema: Schema, of: (inner: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length === 0)
    return fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const model = Object.fromEntries(properties.map(([name, inner]) => [name, of(inner)]))
  return fc.record(model, { requiredKeys: (schema.required ?? []) as string[] })
}

/** At most 1,000, or just above a greater minimum. */
const smallInteger = (min: number, max: number) => fc.integer({ min, max: Math.min(max, Math.max(1_000, min + 100)) })
