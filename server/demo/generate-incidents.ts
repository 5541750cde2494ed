import { addDays, addMinutes, atTime, type Calendar, type Instant } from './calendar.ts'
import type { ServiceName } from './catalogue.ts'
import { everydayReports } from './everyday-incidents.ts'
import { createRandom, type Random } from './random.ts'

export type EverydayIncident = {
  readonly text: string
  readonly priority: 2 | 3 | 4 | 5
  readonly service: ServiceName
  readonly openedAt: Instant
  readonly resolvedAt: Instant | null
  readonly isCanceled: boolean
}

const sites = ['Utrecht', 'Leeds', 'Gothenburg', 'Turin', 'Graz', 'Porto', 'Tallinn', 'Lyon']

/** Least and most minutes until an incident of a priority is resolved. */
const resolutionMinutes = { 2: [25, 240], 3: [60, 1_900], 4: [180, 8_000], 5: [1_000, 14_000] } as const

const daysBack = 350
/** Incidents of the last days may still be open. */
const openDays = 9

/** Incidents that no change caused, spread over the last months, mostly in office hours. */
export function generateEverydayIncidents(calendar: Calendar, count: number): EverydayIncident[] {
  const random = createRandom('everyday incidents')
  const rounds = Math.ceil(count / everydayReports.length)
  const reports = Array.from({ length: rounds }, () => random.shuffle(everydayReports)).flat()
  return reports.slice(0, count).map((report, index) => {
    const openedAt = drawOpening(calendar, daysAgoOf(index / count), random)
    const priority = report.priority === 4 && random.between(1, 12) === 1 ? 5 : report.priority
    const isCanceled = priority >= 4 && random.between(1, 25) === 1
    const [least, most] = resolutionMinutes[priority]
    const resolvedAt = addMinutes(openedAt, random.between(least, most))
    const isOpen =
      resolvedAt > calendar.today ||
      (openedAt > addDays(calendar.today, -openDays) && priority > 2 && random.between(1, 3) > 1)
    return {
      text: fillIn(report.text, random),
      priority,
      service: report.service,
      openedAt,
      resolvedAt: isOpen || isCanceled ? null : resolvedAt,
      isCanceled,
    }
  })
}

/** Denser towards today: older incidents of less note have been cleaned out. */
const daysAgoOf = (share: number): number => Math.floor(daysBack * share ** 1.3) + 1

function drawOpening(calendar: Calendar, daysAgo: number, random: Random): Instant {
  const isInOfficeHours = random.between(1, 10) <= 8
  const minute = isInOfficeHours ? random.between(7 * 60, 17 * 60) : random.between(0, 24 * 60 - 1)
  return addMinutes(atTime(addDays(calendar.today, -daysAgo), '00:00'), minute)
}

function fillIn(text: string, random: Random): string {
  return text
    .replaceAll('<store>', String(random.between(1, 212)).padStart(3, '0'))
    .replaceAll('<site>', random.pick(sites))
    .replaceAll('<count>', String(random.between(3, 48)))
}
