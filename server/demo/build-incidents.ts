import { addDays, type Calendar, type Instant, toIso } from './calendar.ts'
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

/** The incidents, and for those of stories which change truly caused them. */
export function buildIncidents(calendar: Calendar, numbers: RecordNumbers): Pick<DemoData, 'incidents' | 'causes'> {
  const incidents = numbers.incidents.map((numbered) => {
    const { number, incident } = numbered
    return {
      number,
      shortDescription: incident.text,
      priority: priorities[incident.priority],
      priorityLevel: incident.priority,
      state: stateOf(calendar, numbered),
      openedAt: toIso(incident.openedAt),
      resolvedAt: incident.resolvedAt === null ? null : toIso(incident.resolvedAt),
      relatedChange:
        numbered.kind === 'story' && numbered.incident.linked ? numbers.changeOf(numbered.scheduled.story.key) : null,
      affectedService:
        numbered.kind === 'story'
          ? (numbered.incident.service ?? numbered.scheduled.story.services[0])
          : numbered.incident.service,
      origin: 'demo',
      updatedAt: toIso(incident.resolvedAt ?? incident.openedAt),
    }
  })
  const causes = numbers.incidents.flatMap((numbered) =>
    numbered.kind === 'story' && numbered.incident.cause !== false
      ? [{ incident: numbered.number, change: numbers.changeOf(numbered.scheduled.story.key) }]
      : [],
  )
  return { incidents, causes }
}

function stateOf(calendar: Calendar, numbered: NumberedIncident): DemoData['incidents'][number]['state'] {
  const { incident } = numbered
  if (numbered.kind === 'everyday' && numbered.incident.isCanceled) return 'canceled'
  if (incident.resolvedAt === null) return openState(calendar, incident.openedAt, incident.priority)
  return incident.resolvedAt < addDays(calendar.today, -closingDays) ? 'closed' : 'resolved'
}

function openState(calendar: Calendar, openedAt: Instant, priority: number) {
  if (openedAt > addDays(calendar.today, -1)) return 'new'
  return priority >= 4 && openedAt < addDays(calendar.today, -3) ? 'on_hold' : 'in_progress'
}
