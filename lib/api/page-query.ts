import type { z } from 'zod'

/** The search parameters of a page as Next gives them. */
export type PageSearchParams = Readonly<Record<string, string | string[] | undefined>>

/**
 * The query of an endpoint as an address asks for it. An address is edited and shared by people: what does not fit is
 * left out instead of refused, and the rest holds.
 */
export function readPageQuery<Schema extends z.ZodObject>(schema: Schema, params: PageSearchParams): z.output<Schema> {
  const known = Object.keys(schema.shape)
  const given = Object.entries(params).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value
    return known.includes(name) && first && isText(first) ? [[name, first] as const] : []
  })
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const faulty = new Set(result.error.issues.map((issue) => issue.path[0]))
  return schema.parse(Object.fromEntries(given.filter(([name]) => !faulty.has(name))))
}

/** Whether the API takes it for text: it refuses NUL and half of a surrogate pair. */
const isText = (value: string) => !value.includes('\0') && value.isWellFormed()

/**
 * The address of a page with some parameters changed; undefined takes one out. The page number starts again at 1. What
 * `schema` fills in by itself is left out.
 */
export function addressWith(
  path: string,
  query: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
  schema?: z.ZodObject,
): string {
  const restart = 'page' in changes ? {} : { page: undefined }
  const defaults: Readonly<Record<string, unknown>> = { page: 1, ...schema?.parse({}) }
  const entries = Object.entries({ ...query, ...restart, ...changes }).filter(
    ([name, value]) => value !== undefined && value !== '' && value !== defaults[name],
  )
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}
