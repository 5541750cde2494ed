import { invalidParameter } from '#server/platform/errors.ts'

/**
 * The fields of a write that are present, ready to be stored: null becomes the default of a field that is never empty,
 * and times have milliseconds, as the database returns them.
 */
export function buildWrittenFields(
  input: Readonly<Record<string, unknown>>,
  { defaults, times }: { readonly defaults: Readonly<Record<string, unknown>>; readonly times: readonly string[] },
): Readonly<Record<string, unknown>> {
  const present = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    present.map(([name, value]) => {
      if (value === null) return [name, defaults[name] ?? null]
      return [name, times.includes(name) ? new Date(String(value)).toISOString() : value]
    }),
  )
}

/** Throws `invalid_parameter` for required fields that a write lacks. */
export function assertPresent(fields: Readonly<Record<string, unknown>>, names: readonly string[], why: string): void {
  const [first, ...others] = names
    .filter((name) => fields[name] === undefined)
    .map((field) => ({ field, in: 'body' as const, issue: `is required, ${why}` }))
  if (first) throw invalidParameter([first, ...others])
}
