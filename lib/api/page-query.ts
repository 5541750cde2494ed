import type { z } from 'zod'

export type PageSearchParams = Readonly<Record<string, string | string[] | undefined>>

/** The query of an endpoint from the URL of a page. People edit and share URLs, so invalid parameters are ignored. */
export function readPageQuery<Schema extends z.ZodObject>(schema: Schema, params: PageSearchParams): z.output<Schema> {
  const parameters = Object.keys(schema.shape)
  const present = Object.entries(params).flatMap(([name, value]) => {
    const first = Array.isArray(value) ? value[0] : value
    return parameters.includes(name) && first && isText(first) ? [[name, first] as const] : []
  })
  const result = schema.safeParse(Object.fromEntries(present))
  if (result.success) return result.data
  const faulty = new Set(result.error.issues.map((issue) => issue.path[0]))
  return schema.parse(Object.fromEntries(present.filter(([name]) => !faulty.has(name))))
}

/** True for a text that the API accepts: without NUL and lone surrogates. */
const isText = (value: string) => !value.includes('\0') && value.isWellFormed()

/** The URL with changed parameters; undefined and defaults of `schema` are left out, and the page restarts at 1. */
export function buildHref(
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
