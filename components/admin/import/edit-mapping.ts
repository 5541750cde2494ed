import type { ImportFeed, ImportPreview } from '#lib/contracts/app/import-preview.ts'
import type { FieldMapping, Mapping } from '#lib/contracts/import-records.ts'

/** Props of a component that edits a mapping, with its preview. */
export type MappingProps = { preview: ImportPreview; mapping: Mapping; onChange: (mapping: Mapping) => void }

/** The feed of a field that nothing fills. */
export const emptyFeed = (field: string): ImportFeed => ({
  field,
  columns: [],
  join: null,
  values: {},
  format: null,
  formats: [],
  default: null,
  is_guessed: false,
})

/** Applies edits to the feeds of a preview until the next preview arrives. */
export function applyEdits(feeds: readonly ImportFeed[], mapping: Mapping): ImportFeed[] {
  const edited = Object.entries(mapping.fields ?? {})
  const others = feeds.filter(({ field }) => !edited.some(([name]) => name === field))
  return [...others, ...edited.flatMap(([field, rule]) => (rule === null ? [] : [buildFeed(field, rule, feeds)]))]
}

function buildFeed(field: string, given: string | FieldMapping, feeds: readonly ImportFeed[]): ImportFeed {
  const rule = typeof given === 'string' ? { column: given } : given
  const before = feeds.find((feed) => feed.field === field)
  const guessed = rule.default === undefined ? (before?.columns ?? []) : []
  const columns = rule.join ?? (rule.column === undefined ? guessed : [rule.column].flat())
  return {
    ...emptyFeed(field),
    columns,
    join: rule.join ? (rule.with ?? ' ') : null,
    values: rule.values ?? {},
    format: rule.format ?? null,
    formats: before?.columns.join('\n') === columns.join('\n') ? before.formats : [],
    default: rule.default ?? null,
  }
}

/** Converts a feed to a rule of a mapping. */
function buildRule({ columns, join, values, format, default: fallback }: ImportFeed): FieldMapping {
  return {
    ...buildSource(columns, join),
    ...(Object.keys(values).length === 0 ? {} : { values }),
    ...(format === null ? {} : { format }),
    ...(fallback === null ? {} : { default: fallback }),
  }
}

function buildSource(columns: string[], join: string | null): FieldMapping {
  const [first, ...others] = columns
  if (first === undefined) return {}
  if (others.length === 0) return { column: first }
  return join === null ? { column: columns } : { join: columns, with: join }
}

const setRule = (mapping: Mapping, field: string, rule: FieldMapping | null): Mapping => ({
  ...mapping,
  fields: { ...mapping.fields, [field]: rule },
})

/** Fills a field as the feed says. If the feed says nothing, the field is guessed from the names of the columns again. */
export function mapFeed(mapping: Mapping, feed: ImportFeed): Mapping {
  const rule = buildRule(feed)
  if (Object.keys(rule).length > 0) return setRule(mapping, feed.field, rule)
  const { [feed.field]: _, ...others } = mapping.fields ?? {}
  return { ...mapping, fields: others }
}

/** Maps a column to this field and no other; null maps it to no field. */
export function mapColumn(
  mapping: Mapping,
  feeds: readonly ImportFeed[],
  column: string,
  field: string | null,
): Mapping {
  const others = feeds.filter((feed) => feed.field !== field && feed.columns.includes(column))
  const withoutOthers = others.reduce(
    (changed, feed) => setRule(changed, feed.field, withoutColumn(feed, column)),
    mapping,
  )
  if (field === null) return withoutOthers
  const known = feeds.find((feed) => feed.field === field) ?? emptyFeed(field)
  return setRule(withoutOthers, field, buildRule({ ...known, columns: [column] }))
}

function withoutColumn(feed: ImportFeed, column: string): FieldMapping | null {
  const columns = feed.columns.filter((name) => name !== column)
  return columns.length === 0 && feed.default === null ? null : buildRule({ ...feed, columns })
}

/** Sets the value of a word. Null empties the field; undefined leaves the word to the import. */
export function setWord(feed: ImportFeed, word: string, value: string | null | undefined): ImportFeed {
  const key = word.toLowerCase()
  const others = Object.entries(feed.values).filter(([known]) => known.trim().toLowerCase() !== key)
  return { ...feed, values: Object.fromEntries(value === undefined ? others : [...others, [key, value]]) }
}

type Part = 'encoding' | 'delimiter' | 'header_line' | 'sheet' | 'time_zone' | 'date_order' | 'rows' | 'empty'

/** Sets an option of the whole file; undefined detects it. One about rows takes the place of those in older mappings. */
export function mapPart<Name extends Part>(mapping: Mapping, part: Name, value: Mapping[Name] | undefined): Mapping {
  const { last_state: _, newest_first: __, ...others } = mapping
  return { ...(part === 'rows' ? others : mapping), [part]: value }
}
