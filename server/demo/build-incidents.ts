import { addDays, addMinutes, type Calendar, type Instant, toIso } from './calendar.ts'
import { everydayReports } from './catalogue.ts'
import type { DemoRows } from './demo-rows.ts'
import type { NumberedIncident, RecordNumbers } from './number-records.ts'
import { createRandom, type Random } from './random.ts'
import type { DatedIncident } from './schedule-story.ts'

const sites = ['Utrecht', 'Leeds', 'Gothenburg', 'Turin', 'Graz', 'Porto', 'Tallinn', 'Lyon']

/** Minimum and maximum minutes until an incident is resolved, by priority. */
const resolutionMinutes = { 2: [25, 240], 3: [60, 1_900], 4: [180, 8_000], 5: [1_000, 14_000] } as const

const daysBack = 350
/** Number of days whose incidents may still be open. */
const openDays = 14

/** Draws incidents that no change caused, spread over the last year, mostly in office hours. */
export function drawEverydayIncidents(calendar: Calendar, count: number): DatedIncident[] {
  const random = createRandom('everyday incidents')
  const all = Object.entries(everydayReports()).flatMap(([service, rows]) =>
    rows.map(([priority, text]) => ({ service, priority, text })),
  )
  const rounds = Array.from({ length: Math.ceil(count / all.length) }, () => random.shuffle(all)).flat()
  return rounds.slice(0, count).map((report, index) => {
    const openedAt = drawOpening(calendar, toDaysAgo(index / count), random)
    const priority = report.priority === 4 && random.between(1, 12) === 1 ? 5 : report.priority
    const isCancelled = priority >= 4 && random.between(1, 25) === 1
    const [least, most] = resolutionMinutes[priority]
    const resolvedAt = addMinutes(openedAt, random.between(least, most))
    const isOpen =
      resolvedAt > calendar.today ||
      (openedAt > addDays(calendar.today, -openDays) && priority > 2 && random.between(1, 3) > 1)
    const text = fillIn(report.text, random)
    return {
      text,
      priority,
      service: report.service,
      openedAt,
      isCancelled,
      origin: null,
      resolvedAt: isOpen || isCancelled ? null : resolvedAt,
    }
  })
}

/** Spreads incidents over the year, denser towards today, as old minor incidents are usually deleted. */
const toDaysAgo = (share: number): number => Math.floor(daysBack * share ** 1.3) + 1

function drawOpening(calendar: Calendar, daysAgo: number, random: Random): Instant {
  const isInOfficeHours = random.between(1, 10) <= 8
  const minute = isInOfficeHours ? random.between(7 * 60, 17 * 60) : random.between(0, 24 * 60 - 1)
  return addMinutes(addDays(calendar.today, -daysAgo), minute)
}

const fillIn = (text: string, random: Random): string =>
  text
    .replaceAll('{store}', String(random.between(1, 212)).padStart(3, '0'))
    .replaceAll('{site}', random.pick(sites))
    .replaceAll('{count}', String(random.between(3, 48)))

const priorities = {
  1: '1 - Critical',
  2: '2 - High',
  3: '3 - Moderate',
  4: '4 - Low',
  5: '5 - Planning',
} as const

/** Days after which a resolved incident is closed. */
const closingDays = 5

/** Builds the incidents, and the change that truly caused each, if any. */
export function buildIncidents(calendar: Calendar, numbers: RecordNumbers): Pick<DemoRows, 'incidents' | 'causes'> {
  const incidents = numbers.incidents.map((numbered) => {
    const { number, text, priority, service, openedAt, resolvedAt, origin } = numbered
    return {
      number,
      shortDescription: text,
      priority: priorities[priority],
      priorityLevel: priority,
      state: getState(calendar, numbered),
      openedAt: toIso(openedAt),
      resolvedAt: resolvedAt === null ? null : toIso(resolvedAt),
      relatedChange: origin?.incident.linked ? numbers.getChange(origin.story) : null,
      affectedService: service,
      origin: 'demo',
      updatedAt: toIso(resolvedAt ?? openedAt),
    }
  })
  const causes = numbers.incidents.flatMap(({ number, origin }) =>
    origin?.incident.cause ? [{ incident: number, change: numbers.getChange(origin.story) }] : [],
  )
  return { incidents, causes }
}

function getState({ today }: Calendar, incident: NumberedIncident): DemoRows['incidents'][number]['state'] {
  const { openedAt, resolvedAt, priority, isCancelled } = incident
  if (isCancelled) return 'canceled'
  if (resolvedAt !== null) return resolvedAt < addDays(today, -closingDays) ? 'closed' : 'resolved'
  if (openedAt > addDays(today, -1)) return 'new'
  return priority >= 4 && openedAt < addDays(today, -3) ? 'on_hold' : 'in_progress'
}
