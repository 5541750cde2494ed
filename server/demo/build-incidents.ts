import { addDays, type Calendar, toIso } from './calendar.ts'
import type { DemoData } from './demo-data.ts'
import type { NumberedIncident, RecordNumbers } from './number-records.ts'

const priorities = {
  1: '1 - Critical',
  2: '2 - High',
  3: '3 - Moderate',
  4: '4 - Low',
  5: '5 - Planning',
} as const

/** Days after which a resolved incident is closed. */
const closingDays = 5

/** The incidents, and which of them were truly caused by which change. */
export function buildIncidents(calendar: Calendar, numbers: RecordNumbers): Pick<DemoData, 'incidents' | 'causes'> {
  const incidents = numbers.incidents.map((numbered) => {
    const { number, text, priority, service, openedAt, resolvedAt, origin } = numbered
    return {
      number,
      shortDescription: text,
      priority: priorities[priority],
      priorityLevel: priority,
      state: stateOf(calendar, numbered),
      openedAt: toIso(openedAt),
      resolvedAt: resolvedAt === null ? null : toIso(resolvedAt),
      relatedChange: origin?.incident.linked ? numbers.changeOf(origin.story) : null,
      affectedService: service,
      origin: 'demo',
      updatedAt: toIso(resolvedAt ?? openedAt),
    }
  })
  const causes = numbers.incidents.flatMap(({ number, origin }) =>
    origin?.incident.cause ? [{ incident: number, change: numbers.changeOf(origin.story) }] : [],
  )
  return { incidents, causes }
}

function stateOf({ today }: Calendar, incident: NumberedIncident): DemoData['incidents'][number]['state'] {
  const { openedAt, resolvedAt, priority, isCanceled } = incident
  if (isCanceled) return 'canceled'
  if (resolvedAt !== null) return resolvedAt < addDays(today, -closingDays) ? 'closed' : 'resolved'
  if (openedAt > addDays(today, -1)) return 'new'
  return priority >= 4 && openedAt < addDays(today, -3) ? 'on_hold' : 'in_progress'
}
