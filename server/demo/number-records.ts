import { type Instant, toDay, toIso } from './calendar.ts'
import type { EverydayIncident } from './generate-incidents.ts'
import type { ScheduledIncident, ScheduledStory } from './schedule-story.ts'

/** Ranges of their own, so that an import of real records, which start low, does not meet the demo's. */
const firstNumbers = { CHG: 30_001, INC: 200_001 } as const

/** The identifiers of everything, by the keys that stories use. */
export type RecordNumbers = {
  readonly changeOf: (story: string) => string
  readonly reviewOf: (story: string) => string
  readonly incidentOf: (story: string, incident: string) => string
  /** Incidents by their opening, those of stories and everyday ones. */
  readonly incidents: readonly NumberedIncident[]
}

export type NumberedIncident = { readonly number: string } & (
  | { readonly kind: 'story'; readonly scheduled: ScheduledStory; readonly incident: ScheduledIncident }
  | { readonly kind: 'everyday'; readonly incident: EverydayIncident }
)

/** Numbers changes and incidents by their time, and reviews by their date within each year. */
export function numberRecords(
  stories: readonly ScheduledStory[],
  everyday: readonly EverydayIncident[],
): RecordNumbers {
  const changes = new Map(
    inOrder(
      stories,
      ({ createdAt }) => createdAt,
      ({ story }) => story.key,
    ).map(({ story }, index) => [story.key, `CHG${String(firstNumbers.CHG + index).padStart(7, '0')}`]),
  )
  const unnumbered = [
    ...stories.flatMap((scheduled) =>
      scheduled.incidents.map((incident) => ({ kind: 'story' as const, scheduled, incident })),
    ),
    ...everyday.map((incident) => ({ kind: 'everyday' as const, incident })),
  ]
  const incidents = inOrder(
    unnumbered,
    ({ incident }) => incident.openedAt,
    ({ incident }) => incident.text,
  ).map((incident, index) => ({ ...incident, number: `INC${String(firstNumbers.INC + index).padStart(7, '0')}` }))
  const byKey = new Map(
    incidents.flatMap(({ number, ...rest }) =>
      rest.kind === 'story' ? [[`${rest.scheduled.story.key}/${rest.incident.key}`, number] as const] : [],
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
    inOrder(
      reviewed,
      ({ at }) => at,
      ({ key }) => key,
    ).map(({ key, at }) => {
      const year = toDay(at).slice(0, 4)
      const next = (counters.get(year) ?? 0) + 1
      counters.set(year, next)
      return [key, `PIR-${year}-${String(next).padStart(4, '0')}`]
    }),
  )
}

/** Sorted by time, then by a text that tells equals apart. */
export function inOrder<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => Instant,
  textOf: (item: Item) => string,
): Item[] {
  const keyed = items.map((item) => ({ item, key: `${toIso(timeOf(item))} ${textOf(item)}` }))
  return keyed.sort((one, other) => (one.key < other.key ? -1 : 1)).map(({ item }) => item)
}

function known(numbers: ReadonlyMap<string, string>, key: string): string {
  const number = numbers.get(key)
  if (number === undefined) throw new Error(`The demo has no record with the key ${key}.`)
  return number
}
