import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'

type Field = { readonly name: string; readonly path: string; readonly schema: z.core.$ZodType }

/** The schemas of such fields in a body, also in the objects inside it. */
function listSchemas(schema: z.core.$ZodType | undefined, fields: RegExp, path = ''): Omit<Field, 'name'>[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return listSchemas(schema.unwrap(), fields, path)
  }
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) =>
    fields.test(name) ? [{ path: `${path}${name}`, schema: field }] : listSchemas(field, fields, `${path}${name}.`),
  )
}

const listFields = (fields: RegExp): Field[] =>
  allEndpoints.flatMap(({ name, body }) => listSchemas(body, fields).map((found) => ({ name, ...found })))

/** Fields of records that are shown in one line. */
const lines = listFields(/^(?:title|short_description|category|subcategory|priority|source_ref|author)$/)

/** Times that people and systems write into records, without the limits of tokens, absences and the calendar. */
const times = listFields(
  /^(?:planned|actual)_(?:start|end)$|^(?:opened|resolved)_at$|^(?:target|pir)_date$|^recheck_on$|^created$/,
)

test.each(lines)('$name stores $path on one line, without marks of direction', ({ schema }) => {
  expect(z.parse(schema, 'One\n\u202etwo\u0007')).toBe('One two')
})

test.each(times)('$name takes $path in the years 1970 to 2100 alone', ({ schema }) => {
  const takes = (year: string) =>
    [`${year}-06-01`, `${year}-06-01T10:00:00Z`].some((time) => z.safeParse(schema, time).success)
  expect(['0001', '1969', '1970', '2100', '2101', '9999'].filter(takes)).toEqual(['1970', '2100'])
})

const writes = ['putChange', 'putIncident', 'createImprovement', 'editImprovement', 'createArticle']

test.each([
  ['lines', lines, [...writes, 'updateArticle']],
  ['times', times, [...writes, 'updateChange']],
])('the %s of every kind of record are known', (_, fields, names) => {
  expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
})
