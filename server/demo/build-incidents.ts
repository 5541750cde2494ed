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

/** Builds the incidents, and the change that truly caused each, if any. */
export function buildIncidents(calendar: Calendar, numbers: RecordNumbers): Pick<DemoData, 'incidents' | 'causes'> {
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

function getState({ today }: Calendar, incident: NumberedIncident): DemoData['incidents'][number]['state'] {
  const { openedAt, resolvedAt, priority, isCancelled } = incident
  if (isCancelled) return 'canceled'
  if (resolvedAt !== null) return resolvedAt < addDays(today, -closingDays) ? 'closed' : 'resolved'
  if (openedAt > addDays(today, -1)) return 'new'
  return priority >= 4 && openedAt < addDays(today, -3) ? 'on_hold' : 'in_progress'
}
