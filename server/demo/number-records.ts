import { type Instant, toDay, toIso } from './calendar.ts'
import type { DatedIncident, ScheduledStory } from './schedule-story.ts'

/** Ranges of their own, so that an import of real records, which start low, does not meet the demo's. */
const firstNumbers = { CHG: 30_001, INC: 200_001 } as const

/** The identifiers of everything, by the keys that stories use. */
export type RecordNumbers = {
  readonly changeOf: (story: string) => string
  readonly reviewOf: (story: string) => string
  readonly incidentOf: (story: string, incident: string) => string
  /** All incidents by their opening. */
  readonly incidents: readonly NumberedIncident[]
}

export type NumberedIncident = DatedIncident & { readonly number: string }

const numberFrom = (kind: keyof typeof firstNumbers, index: number) =>
  `${kind}${String(firstNumbers[kind] + index).padStart(7, '0')}`

/** Numbers changes and incidents by their time, and reviews by their date within each year. */
export function numberRecords(stories: readonly ScheduledStory[], everyday: readonly DatedIncident[]): RecordNumbers {
  const changes = new Map(
    inRecordedOrder(stories).map(({ story }, index) => [story.key, numberFrom('CHG', index)] as const),
  )
  const all = [...stories.flatMap(({ incidents }) => incidents), ...everyday]
  const incidents = inOrder(all, ({ openedAt, text }) => [openedAt, text]).map((incident, index) => ({
    ...incident,
    number: numberFrom('INC', index),
  }))
  const byKey = new Map(
    incidents.flatMap(({ number, origin }) =>
      origin ? [[`${origin.story}/${origin.incident.key}`, number] as const] : [],
    ),
  )
  const reviews = numberReviews(stories)
  return {
    changeOf: (story) => known(changes, story),
    reviewOf: (story) => known(reviews, story),
    incidentOf: (story, incident) => known(byKey, `${story}/${incident}`),
    incidents,
  }
}

function numberReviews(stories: readonly ScheduledStory[]): Map<string, string> {
  const reviewed = stories.flatMap(({ story, review }) => (review ? [{ key: story.key, at: review.completedAt }] : []))
  const counters = new Map<string, number>()
  return new Map(
    inOrder(reviewed, ({ at, key }) => [at, key]).map(({ key, at }) => {
      const year = toDay(at).slice(0, 4)
      const next = (counters.get(year) ?? 0) + 1
      counters.set(year, next)
      return [key, `PIR-${year}-${String(next).padStart(4, '0')}`]
    }),
  )
}

/** Sorted by time, and by a text where times are equal. */
export function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => readonly [Instant, string]): Item[] {
  const keyed = items.map((item) => {
    const [at, text] = keyOf(item)
    return { item, key: `${toIso(at)} ${text}` }
  })
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ item }) => item)
}

export const inRecordedOrder = (stories: readonly ScheduledStory[]): ScheduledStory[] =>
  inOrder(stories, ({ createdAt, story }) => [createdAt, story.key])

function known(numbers: ReadonlyMap<string, string>, key: string): string {
  const number = numbers.get(key)
  if (number === undefined) throw new Error(`The demo has no record with the key ${key}.`)
  return number
}
