import type { ImportFeed } from '#lib/contracts/app/import-preview.ts'
import type { FieldMapping, Mapping } from '#lib/contracts/import-mapping.ts'

type Rule = string | null | FieldMapping

/** Sets the rule of a field; undefined removes it, so that the field is guessed from the names of the columns again. */
function replaceRule(mapping: Mapping, field: string, rule: Rule | undefined): Mapping {
  const { [field]: _, ...others } = mapping.fields ?? {}
  return { ...mapping, fields: rule === undefined ? others : { ...others, [field]: rule } }
}

/** Applies edits to the feeds of a preview until the next preview arrives. */
export function applyEdits(feeds: readonly ImportFeed[], mapping: Mapping): ImportFeed[] {
  const edited = Object.entries(mapping.fields ?? {})
  const others = feeds.filter(({ field }) => !edited.some(([name]) => name === field))
  return [...others, ...edited.flatMap(([field, rule]) => (rule === null ? [] : [buildFeed(field, rule, feeds)]))]
}

function buildFeed(field: string, rule: string | FieldMapping, feeds: readonly ImportFeed[]): ImportFeed {
  const {
    column,
    join,
    with: separator,
    values,
    format,
    default: fallback,
  } = typeof rule === 'string' ? { column: rule } : rule
  const guessed = fallback === undefined ? feeds.find((feed) => feed.field === field)?.columns : undefined
  const columns = join ?? (column === undefined ? [...(guessed ?? [])] : [column].flat())
  const known = feeds.find((feed) => feed.field === field && feed.columns.join('\n') === columns.join('\n'))
  return {
    field,
    columns,
    join: join ? (separator ?? ' ') : null,
    values: { ...values },
    format: format ?? null,
    formats: known?.formats ?? [],
    default: fallback ?? null,
    is_guessed: false,
  }
}

/** Converts a feed to a rule of a mapping. */
function buildRule({ columns, join, values, format, default: fallback }: ImportFeed): FieldMapping {
  return {
    ...(columns.length === 0 ? {} : join === null ? { column: single(columns) } : { join: [...columns], with: join }),
    ...(Object.keys(values).length === 0 ? {} : { values: { ...values } }),
    ...(format === null ? {} : { format }),
    ...(fallback === null ? {} : { default: fallback }),
  }
}

const single = (columns: readonly string[]) => (columns.length === 1 ? (columns[0] ?? '') : [...columns])

/** Maps a column to this field and no other; null maps it to no field. */
export function mapColumn(
  mapping: Mapping,
  feeds: readonly ImportFeed[],
  column: string,
  field: string | null,
): Mapping {
  const others = feeds.filter((feed) => feed.field !== field && feed.columns.includes(column))
  const withoutOthers = others.reduce(
    (changed, feed) => replaceRule(changed, feed.field, withoutColumn(feed, column)),
    mapping,
  )
  if (field === null) return withoutOthers
  const { column: _, join: __, with: ___, ...rule } = ruleFor(feeds, field)
  return replaceRule(withoutOthers, field, { ...rule, column })
}

function withoutColumn(feed: ImportFeed, column: string): FieldMapping | null {
  const columns = feed.columns.filter((name) => name !== column)
  const rule = buildRule({ ...feed, columns, join: columns.length > 1 ? feed.join : null })
  return columns.length === 0 && rule.default === undefined ? null : rule
}

/** Returns the rule of a field; empty if nothing fills it. */
function ruleFor(feeds: readonly ImportFeed[], field: string): FieldMapping {
  const feed = feeds.find((known) => known.field === field)
  return feed ? buildRule(feed) : {}
}

/** Sets the default of a field; an empty text removes it. */
export function mapDefault(mapping: Mapping, feeds: readonly ImportFeed[], field: string, text: string): Mapping {
  const { default: _, ...rule } = ruleFor(feeds, field)
  if (text !== '') return replaceRule(mapping, field, { ...rule, default: text })
  return replaceRule(mapping, field, Object.keys(rule).length === 0 ? undefined : rule)
}

/** Joins these columns in a field. */
export function mapJoined(
  mapping: Mapping,
  feed: ImportFeed,
  columns: readonly string[],
  separator: string = feed.join ?? ' ',
): Mapping {
  return replaceRule(
    mapping,
    feed.field,
    buildRule({ ...feed, columns: [...columns], join: columns.length > 1 ? separator : null }),
  )
}

/** Maps a word of a field to a value. Null empties the field; undefined leaves the word to the import. */
export function mapWord(mapping: Mapping, feed: ImportFeed, word: string, value: string | null | undefined): Mapping {
  const key = word.toLowerCase()
  const others = Object.entries(feed.values).filter(([known]) => known.trim().toLowerCase() !== key)
  const values = Object.fromEntries(value === undefined ? others : [...others, [key, value]])
  return replaceRule(mapping, feed.field, buildRule({ ...feed, values }))
}

/** Sets the format of dates of a field; null detects it for each date. */
export const mapFormat = (mapping: Mapping, feed: ImportFeed, format: string | null): Mapping =>
  replaceRule(mapping, feed.field, buildRule({ ...feed, format }))

/** Sets an option of the whole file; undefined detects it. */
export function mapPart<
  Part extends 'encoding' | 'delimiter' | 'sheet' | 'time_zone' | 'date_order' | 'rows' | 'empty',
>(mapping: Mapping, part: Part, value: Mapping[Part] | undefined): Mapping {
  const { [part]: _, ...others } = mapping
  return value === undefined ? (others as Mapping) : { ...mapping, [part]: value }
}

/** Sets which of several rows for one record counts, in place of the parts that said it in older mappings. */
export function mapRows(mapping: Mapping, rows: string | undefined): Mapping {
  const { last_state: _, newest_first: __, ...others } = mapping
  return mapPart(others, 'rows', rows)
}
