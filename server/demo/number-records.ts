import { addDays, type Instant, toDay, toIso } from './calendar.ts'
import type { DatedIncident, ScheduledStory } from './schedule-story.ts'

/** The identifiers of all records, by the keys in stories; the incidents are in the order of their opening. */
export type RecordNumbers = ReturnType<typeof numberRecords>
export type NumberedIncident = DatedIncident & { readonly number: string }

/** Formats a number, high enough that an import of real records, which start low, does not conflict with the demo. */
const formatNumber = (prefix: 'CHG003' | 'INC020', index: number) => `${prefix}${String(index + 1).padStart(4, '0')}`

/** Numbers changes and incidents by their time, and reviews by their date within each year. */
export function numberRecords(stories: readonly ScheduledStory[], everyday: readonly DatedIncident[]) {
  const changes = sortByRecording(stories).map(
    ({ story }, index) => [story.key, formatNumber('CHG003', index)] as const,
  )
  const all = [...stories.flatMap((scheduled) => scheduled.incidents), ...everyday]
  const incidents: NumberedIncident[] = sortByTime(all, ({ openedAt, text }) => [openedAt, text]).map(
    (incident, index) => ({ ...incident, number: formatNumber('INC020', index) }),
  )
  const incidentNumbers = incidents.flatMap(({ number, origin }) =>
    origin ? [[`${origin.story}/${origin.incident.key}`, number] as const] : [],
  )
  const numbers = new Map([...changes, ...incidentNumbers, ...numberReviews(stories)])
  const getNumber = (key: string): string => {
    const number = numbers.get(key)
    if (number === undefined) throw new Error(`The demo has no record with the key ${key}.`)
    return number
  }
  return {
    getChange: getNumber,
    getReview: (story: string) => getNumber(`${story}/review`),
    getIncident: (story: string, incident: string) => getNumber(`${story}/${incident}`),
    incidents,
  }
}

function numberReviews(stories: readonly ScheduledStory[]): [string, string][] {
  const reviewed = stories.flatMap(({ story, review }) => (review ? [{ key: story.key, at: review.at }] : []))
  const years = Map.groupBy(
    sortByTime(reviewed, ({ at, key }) => [at, key]),
    ({ at }) => toDay(at).slice(0, 4),
  )
  return [...years].flatMap(([year, ofYear]) =>
    ofYear.map(({ key }, index): [string, string] => [
      `${key}/review`,
      `PIR-${year}-${String(index + 1).padStart(4, '0')}`,
    ]),
  )
}

/** Sorts items by time, and by a text if times are equal. */
export function sortByTime<Item>(items: readonly Item[], getKey: (item: Item) => readonly [Instant, string]): Item[] {
  const keyed = items.map((item) => {
    const [at, text] = getKey(item)
    return { item, key: `${toIso(at)} ${text}` }
  })
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ item }) => item)
}

export const sortByRecording = (stories: readonly ScheduledStory[]): ScheduledStory[] =>
  sortByTime(stories, ({ createdAt, story }) => [createdAt, story.key])

const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * Replaces `{change}`, `{pir:other}` and similar references by the numbers of records, `{month}` by the month whose
 * updates are installed (vendors publish them in its second week), and names of the story's values by the values.
 */
export function fillReferences<Value>(value: Value, scheduled: ScheduledStory, numbers: RecordNumbers): Value {
  const { key: storyKey, services, values } = scheduled.story
  const textFor = (kind: string, name: string | undefined): string => {
    if (kind === 'change') return numbers.getChange(name ?? storyKey)
    if (kind === 'pir') return numbers.getReview(name ?? storyKey)
    if (kind === 'incident') return numbers.getIncident(storyKey, name ?? '')
    if (kind === 'month') return months[new Date(addDays(scheduled.plannedStart, -12)).getUTCMonth()] ?? ''
    const text = kind === 'service' ? services[0] : values[kind]
    if (text === undefined) throw new Error(`The story ${storyKey} of the demo has no value for {${kind}}.`)
    return text
  }
  return mapTexts(value, (text) =>
    text.replace(/\{(\w+)(?::([\w/-]+))?\}/g, (_, kind: string, name: string | undefined) => textFor(kind, name)),
  ) as Value
}

/** Copies a value with every text in it changed, at any depth; keys stay. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]))
}
