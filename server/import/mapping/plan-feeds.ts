import type { FieldMapping, ImportRecord, Mapping } from '#lib/contracts/import-records.ts'
import type { ColumnName } from '#lib/contracts/record.ts'
import { foldColumnName, mapColumnNames, removeZone } from '#server/import/source/source.ts'
import type { FieldSpecs, Target, TargetFieldSpec } from '#server/import/targets/target.ts'
import { AppError } from '#server/platform/errors.ts'

/** The columns that fill a field in an import, and the rules for reading them. */
export type Feed = ImportRecord['fields'][number]

export const listMappedColumns = ({ fields = {} }: Mapping): string[] => [
  ...new Set(Object.values(fields).flatMap((mapped) => listFieldColumns(mapped))),
]

export function listFieldColumns(mapped: string | null | FieldMapping): readonly string[] {
  if (mapped === null) return []
  return typeof mapped === 'string' ? [mapped] : (mapped.join ?? [mapped.column ?? []].flat())
}

type FeedPlan = { readonly feeds: Feed[]; readonly unused: string[] }

/** Assigns columns to fields, by the mapping or guesses. Throws `invalid_request` if that is not possible. */
export function planFeeds(specs: FieldSpecs, mapping: Mapping, columns: readonly string[]): FeedPlan {
  const plan = assignColumns(specs, mapping, columns)
  const missing = Object.keys(specs).filter(
    (field) => specs[field]?.isRequired && !plan.feeds.some((feed) => feed.field === field),
  )
  if (missing.length > 0) throw createMissingColumnsError(missing, specs, columns)
  return plan
}

/** Does the same as `planFeeds`, but required fields may lack a column. */
export function assignColumns(specs: FieldSpecs, mapping: Mapping, columns: readonly string[]): FeedPlan {
  const mappedFields = mapping.fields ?? {}
  const unknown = Object.keys(mappedFields).find((field) => !Object.hasOwn(specs, field))
  if (unknown !== undefined) {
    throw createRefusal(
      `The mapping names an unknown field ${unknown}; the fields are: ${Object.keys(specs).join(', ')}.`,
    )
  }
  const named: NamedColumns = { columns, byName: mapColumnNames(columns) }
  const feeds: Feed[] = []
  for (const [field, spec] of Object.entries(specs)) {
    const mapped = mappedFields[field]
    const guess = () => guessFeed(field, spec, named)
    const feed =
      mapped === undefined ? guess() : createMappedFeed(field, mapped, named, mapping.skip_missing ?? false, guess)
    if (feed) feeds.push(feed)
  }
  const used = feeds.flatMap((feed) => feed.columns)
  const isUsed = (column: string) =>
    used.some((name) => name === column || name.startsWith(`${column}.`) || column.startsWith(`${name}.`))
  return { feeds, unused: columns.filter((column) => !isUsed(column)) }
}

/** The columns of a file, also by their names without the objects of an API around them. */
type NamedColumns = { readonly columns: readonly string[]; readonly byName: ReadonlyMap<string, string> }

function guessFeed(field: string, spec: TargetFieldSpec, { byName }: NamedColumns): Feed | undefined {
  const present = (guess: ColumnName) => listNames(guess).flatMap((name) => byName.get(name) ?? [])
  const presentGuesses = spec.guesses.filter((guess) => present(guess).length > 0)
  const [first] = presentGuesses
  if (first === undefined) return undefined
  const chosen = spec.isCoalesced ? presentGuesses.flatMap(present) : present(first)
  const join = typeof first === 'object' && !spec.isCoalesced ? first.with : null
  return { field, columns: [...new Set(chosen)], join, values: {}, format: null, default: null, is_guessed: true }
}

const listNames = (guess: ColumnName): readonly string[] => (typeof guess === 'string' ? [guess] : guess.join)

function createMappedFeed(
  field: string,
  mapped: string | null | FieldMapping,
  named: NamedColumns,
  skipsMissing: boolean,
  guess: () => Feed | undefined,
): Feed | undefined {
  if (mapped === null) return undefined
  const rule: FieldMapping = typeof mapped === 'string' ? { column: mapped } : mapped
  const { values = {}, format = null, default: fallback = null } = rule
  const names = listFieldColumns(rule)
  if (names.length === 0 && fallback === null) {
    if (rule.values === undefined && format === null)
      throw createRefusal(`The mapping of ${field} has neither a column nor a default.`)
    const guessed = guess()
    if (guessed || skipsMissing) return guessed && { ...guessed, values, format }
    throw createRefusal(
      `The mapping of ${field} has no column, and none was found by its name. ${describeColumns(named.columns)}`,
    )
  }
  const matches = names.flatMap((name) => (rule.join ? findRepeats(name, named) : findColumn(name, named)))
  const missingNames = names.filter((name) => findColumn(name, named).length === 0)
  if (missingNames[0] !== undefined && !skipsMissing) {
    throw createRefusal(
      `The mapping names a column ${missingNames[0]} for ${field}, which the file does not have. ${describeColumns(named.columns)}`,
    )
  }
  if (names.length > 0 && matches.length === 0 && fallback === null) return undefined
  const join = rule.join ? (rule.with ?? ' ') : null
  return { field, columns: [...new Set(matches)], join, values, format, default: fallback, is_guessed: false }
}

/** Finds the column of that name: exactly, else in another spelling or inside an object. */
function findColumn(name: string, { columns, byName }: NamedColumns): string[] {
  if (columns.includes(name)) return [name]
  return [byName.get(foldColumnName(removeZone(name))) ?? []].flat()
}

/** Finds the column of that name and the following ones of the same name, called "name (2)" and so on. */
function findRepeats(name: string, named: NamedColumns): string[] {
  return findColumn(name, named).flatMap((first) => [
    first,
    ...named.columns.filter(
      (column) => column.startsWith(`${first} (`) && /^\d+\)$/.test(column.slice(first.length + 2)),
    ),
  ])
}

function createMissingColumnsError(
  missing: readonly string[],
  specs: FieldSpecs,
  columns: readonly string[],
): AppError {
  const described = missing.map((field) => {
    const names = (specs[field]?.guesses ?? []).map((guess) => listNames(guess).join('+'))
    return `${field} (looked for ${names.slice(0, 6).join(', ')})`
  })
  const reasons = missing.flatMap((field) =>
    Object.entries(specs[field]?.insufficient ?? {})
      .filter(([column]) => columns.some((name) => foldColumnName(name) === column))
      .map(([, reason]) => ` ${reason}`),
  )
  const hint = `{"fields": {"${missing[0]}": "name of the column"}}`
  return createRefusal(
    `No column was found for ${described.join(' and ')}.${reasons.join('')} ${describeColumns(columns)} Name it in a mapping: ${hint}; if the names of the columns stand further down, name their line: {"header_line": 3}`,
  )
}

function describeColumns(columns: readonly string[]): string {
  const more = columns.length > 60 ? ` and ${columns.length - 60} more` : ''
  return columns.length === 0 ? 'The file has no columns.' : `The file has: ${columns.slice(0, 60).join(', ')}${more}.`
}

const createRefusal = (message: string) => new AppError('invalid_request', message)

const maxRemarks = 10

/** Words in the name of a column that do not identify a field. */
const ignoredWords = new Set(
  'a the of de du des der het date time datetime at on u custom field value text name'.split(' '),
)
/** Names of a kind of record in its own columns. */
const kindWords: Partial<Record<Target['entity'], readonly string[]>> = {
  changes: ['change', 'rfc'],
  incidents: ['incident', 'ticket', 'request'],
}

/**
 * Describes each unused column whose name has the words of a field that nothing fills, such as `ScheduledStartDate` for
 * `planned_start`, and how to use it. Fields that the mapping leaves out are skipped.
 */
export function describeUnusedColumns(
  { entity, fields }: Target,
  mapping: Mapping,
  { feeds, unused }: FeedPlan,
): string[] {
  const foldWords = (name: string) =>
    foldColumnName(name)
      .split(/[_.]/)
      .filter((word) => word !== '' && !ignoredWords.has(word) && !kindWords[entity]?.includes(word))
      .toSorted()
      .join(' ')
  const fieldsByWords = new Map<string, string>()
  for (const [field, { guesses }] of Object.entries(fields)) {
    if (mapping.fields?.[field] === null || feeds.some((feed) => feed.field === field)) continue
    for (const guess of guesses) {
      const words = typeof guess === 'string' ? foldWords(guess) : ''
      if (words !== '' && !fieldsByWords.has(words)) fieldsByWords.set(words, field)
    }
  }
  const suggestions = unused.flatMap((column) => {
    const field = fieldsByWords.get(foldWords(column))
    return field === undefined ? [] : [{ column, field }]
  })
  return suggestions.slice(0, maxRemarks).map(({ column, field }) => {
    const rule = JSON.stringify({ fields: { [field]: column } })
    return `The column ${JSON.stringify(column)} is not used, but looks like ${field}: if it is, name it in the mapping, ${rule}.`
  })
}
