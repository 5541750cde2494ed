import { AppError } from '#server/platform/errors.ts'
import { foldColumnName } from '../source/column-names.ts'
import type { Feed, FieldSpec, FieldSpecs, Guess } from '../targets/field-spec.ts'
import type { FieldMapping, Mapping } from './mapping-file.ts'

export type FeedPlan = { readonly feeds: readonly Feed[]; readonly unused: readonly string[] }

/**
 * Which columns feed which fields: what the mapping tells, else the guesses. Throws `invalid_request` when the mapping
 * names a field or a column that is not there, or when a required field has no column.
 */
export function planFeeds(specs: FieldSpecs, mapping: Mapping, columns: readonly string[]): FeedPlan {
  const told = mapping.fields ?? {}
  const unknown = Object.keys(told).find((field) => !Object.hasOwn(specs, field))
  if (unknown !== undefined) {
    throw refusal(`The mapping names a field ${unknown}; there are: ${Object.keys(specs).join(', ')}.`)
  }
  const feeds: Feed[] = []
  for (const [field, spec] of Object.entries(specs)) {
    const mapped = told[field]
    const feed = mapped === undefined ? guessFeed(field, spec, columns) : mappedFeed(field, mapped, columns)
    if (feed) feeds.push(feed)
  }
  const missing = Object.keys(specs).filter(
    (field) => specs[field]?.isRequired && !feeds.some((feed) => feed.field === field),
  )
  if (missing.length > 0) throw missingColumns(missing, specs, columns)
  const used = feeds.flatMap((feed) => feed.columns)
  const isUsed = (column: string) =>
    used.some((name) => name === column || name.startsWith(`${column}.`) || column.startsWith(`${name}.`))
  return { feeds, unused: columns.filter((column) => !isUsed(column)) }
}

function guessFeed(field: string, spec: FieldSpec, columns: readonly string[]): Feed | undefined {
  const byName = new Map([...columns].reverse().map((column) => [foldColumnName(column), column]))
  const present = (guess: Guess) =>
    (typeof guess === 'string' ? [guess] : guess.join).flatMap((name) => byName.get(name) ?? [])
  const found = spec.guesses.filter((guess) => present(guess).length > 0)
  const [first] = found
  if (first === undefined) return undefined
  const chosen = spec.isCoalesced ? found.flatMap(present) : present(first)
  return {
    ...{ field, values: {}, format: undefined, fallback: undefined, isGuessed: true },
    columns: [...new Set(chosen)],
    joinedWith: typeof first === 'string' || spec.isCoalesced ? undefined : first.with,
  }
}

function mappedFeed(field: string, mapped: string | null | FieldMapping, columns: readonly string[]): Feed | undefined {
  if (mapped === null) return undefined
  const told: FieldMapping = typeof mapped === 'string' ? { column: mapped } : mapped
  const names = told.join ?? [told.column ?? []].flat()
  if (names.length === 0 && told.default === undefined) {
    throw refusal(`The mapping of ${field} tells neither a column nor a default.`)
  }
  return {
    field,
    columns: names.map((name) => findColumn(name, field, columns)),
    joinedWith: told.join ? (told.with ?? ' ') : undefined,
    values: told.values ?? {},
    format: told.format,
    fallback: told.default,
    isGuessed: false,
  }
}

function findColumn(name: string, field: string, columns: readonly string[]): string {
  const folded = foldColumnName(name)
  const found = columns.find((column) => column === name) ?? columns.find((column) => foldColumnName(column) === folded)
  if (found !== undefined) return found
  throw refusal(`The mapping feeds ${field} from a column ${name} that the file does not have. ${listed(columns)}`)
}

function missingColumns(missing: readonly string[], specs: FieldSpecs, columns: readonly string[]): AppError {
  const wanted = missing.map((field) => {
    const names = (specs[field]?.guesses ?? []).map((guess) =>
      typeof guess === 'string' ? guess : guess.join.join('+'),
    )
    return `${field} (looked for ${names.slice(0, 6).join(', ')})`
  })
  const reasons = missing.flatMap((field) =>
    Object.entries(specs[field]?.insufficient ?? {})
      .filter(([column]) => columns.some((name) => foldColumnName(name) === column))
      .map(([, reason]) => ` ${reason}`),
  )
  const hint = `{"fields": {"${missing[0]}": "name of the column"}}`
  return refusal(
    `No column was found for ${wanted.join(' and ')}.${reasons.join('')} ${listed(columns)} Name it in a mapping: ${hint}`,
  )
}

function listed(columns: readonly string[]): string {
  const more = columns.length > 60 ? ` and ${columns.length - 60} more` : ''
  return columns.length === 0 ? 'The file has no columns.' : `The file has: ${columns.slice(0, 60).join(', ')}${more}.`
}

const refusal = (message: string) => new AppError('invalid_request', message)
