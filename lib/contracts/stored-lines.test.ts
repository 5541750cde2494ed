import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'

/** Fields of records that are shown in one line. */
const lines = ['title', 'short_description', 'category', 'subcategory', 'priority', 'source_ref', 'author']

/** The schemas of such fields in a body, also in the objects inside it. */
function listLineSchemas(schema: z.core.$ZodType | undefined, path = ''): [path: string, schema: z.core.$ZodType][] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return listLineSchemas(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) =>
    lines.includes(name)
      ? [[`${path}${name}`, field] as [string, z.core.$ZodType]]
      : listLineSchemas(field, `${path}${name}.`),
  )
}

const doors = allEndpoints.flatMap(({ name, body }) =>
  listLineSchemas(body).map(([path, schema]) => ({ name, path, schema })),
)

test.each(doors)('$name stores $path on one line, without marks of direction', ({ schema }) => {
  expect(z.parse(schema, 'One\n\u202etwo\u0007')).toBe('One two')
})

test('knows the doors of every kind of record', () => {
  const names = new Set(doors.map(({ name }) => name))
  for (const name of [
    'putChange',
    'putIncident',
    'createImprovement',
    'editImprovement',
    'createArticle',
    'updateArticle',
  ]) {
    expect(names).toContain(name)
  }
})
