import { type Instant, toDay, toIso } from './calendar.ts'
import type { DatedIncident, ScheduledStory } from './schedule-story.ts'

/** First numbers, high enough that an import of real records, which start low, does not conflict with the demo. */
const firstNumbers = { CHG: 30_001, INC: 200_001 } as const

/** The identifiers of all records, by the keys in stories. */
export type RecordNumbers = {
  readonly getChange: (story: string) => string
  readonly getReview: (story: string) => string
  readonly getIncident: (story: string, incident: string) => string
  /** All incidents in the order of their opening. */
  readonly incidents: readonly NumberedIncident[]
}

export type NumberedIncident = DatedIncident & { readonly number: string }

const formatNumber = (kind: keyof typeof firstNumbers, index: number) =>
  `${kind}${String(firstNumbers[kind] + index).padStart(7, '0')}`

/** Numbers changes and incidents by their time, and reviews by their date within each year. */
export function numberRecords(stories: readonly ScheduledStory[], everyday: readonly DatedIncident[]): RecordNumbers {
  const changes = new Map(
    sortByRecording(stories).map(({ story }, index) => [story.key, formatNumber('CHG', index)] as const),
  )
  const all = [...stories.flatMap(({ incidents }) => incidents), ...everyday]
  const incidents = sortByTime(all, ({ openedAt, text }) => [openedAt, text]).map((incident, index) => ({
    ...incident,
    number: formatNumber('INC', index),
  }))
  const byKey = new Map(
    incidents.flatMap(({ number, origin }) =>
      origin ? [[`${origin.story}/${origin.incident.key}`, number] as const] : [],
    ),
  )
  const reviews = numberReviews(stories)
  return {
    getChange: (story) => getNumber(changes, story),
    getReview: (story) => getNumber(reviews, story),
    getIncident: (story, incident) => getNumber(byKey, `${story}/${incident}`),
    incidents,
  }
}

function numberReviews(stories: readonly ScheduledStory[]): Map<string, string> {
  const reviewed = stories.flatMap(({ story, review }) => (review ? [{ key: story.key, at: review.completedAt }] : []))
  const counters = new Map<string, number>()
  return new Map(
    sortByTime(reviewed, ({ at, key }) => [at, key]).map(({ key, at }) => {
      const year = toDay(at).slice(0, 4)
      const next = (counters.get(year) ?? 0) + 1
      counters.set(year, next)
      return [key, `PIR-${year}-${String(next).padStart(4, '0')}`]
    }),
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

function getNumber(numbers: ReadonlyMap<string, string>, key: string): string {
  const number = numbers.get(key)
  if (number === undefined) throw new Error(`The demo has no record with the key ${key}.`)
  return number
}
