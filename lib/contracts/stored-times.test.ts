import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'

/** Times that people and systems write into records, without the limits of tokens, absences and the calendar. */
const times = /^(?:planned|actual)_(?:start|end)$|^(?:opened|resolved)_at$|^(?:target|pir)_date$|^recheck_on$|^created$/

/** The schemas of such fields in a body, also in the objects inside it. */
function listTimeSchemas(schema: z.core.$ZodType | undefined, path = ''): [path: string, schema: z.core.$ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return listTimeSchemas(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) =>
    times.test(name)
      ? [[`${path}${name}`, field] as [string, z.core.$ZodType]]
      : listTimeSchemas(field, `${path}${name}.`),
  )
}

const doors = allEndpoints.flatMap(({ name, body }) =>
  listTimeSchemas(body).map(([path, schema]) => ({ name, path, schema })),
)
const inYear = (year: string) => [`${year}-06-01`, `${year}-06-01T10:00:00Z`]

test.each(doors)('$name takes $path in the years 1970 to 2100 alone', ({ schema }) => {
  const takes = (year: string) => inYear(year).some((time) => z.safeParse(schema, time).success)
  expect(['0001', '1969', '1970', '2100', '2101', '9999'].filter(takes)).toEqual(['1970', '2100'])
})

test('knows the doors of every kind of record', () => {
  const names = doors.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      'putChange',
      'updateChange',
      'putIncident',
      'createImprovement',
      'editImprovement',
      'createArticle',
    ]),
  )
})
