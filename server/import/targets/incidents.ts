import { z } from 'zod'
import { incidentDefaults, incidentRules } from '#lib/contracts/incident-writes.ts'
import { Incident, incidentStates } from '#lib/contracts/incidents.ts'
import { identifier } from '#lib/contracts/primitives.ts'
import { priorityWordings, readPriorityLevel } from '#lib/domain/priority-level.ts'
import { incidents as table } from '#server/schema/changes.ts'
import { readChangeName } from '../cells/change-number.ts'
import { Fault } from '../cells/fault.ts'
import { readMoment } from '../cells/moment.ts'
import { isSysId } from '../cells/servicenow-value.ts'
import { readText } from '../cells/text.ts'
import { incidentStateWords, isBareNumber, unknownNumber, wordReader } from '../cells/vocabulary.ts'
import { logFields } from './log-order.ts'
import type { Notes } from './notes.ts'
import { recordClass } from './record-class.ts'
import { defineTarget, type RowOf, type TargetFields } from './target.ts'

/** A priority as worded; a number alone is a Fault, as systems count from either end. */
function readPriority(cell: unknown): string | Fault {
  const text = readText(cell)
  return text instanceof Fault || !isBareNumber(text) ? text : unknownNumber(text, priorityWordings.join(', '))
}

const doubtPriority = (value: unknown) =>
  readPriorityLevel(String(value)) === null
    ? 'has no known level, so rules by priority leave these incidents out; map it to a level in the mapping'
    : undefined

const fields = {
  number: {
    read: readText,
    guesses: [
      'number',
      'incident_number',
      'incident_id',
      'incident',
      'ticket',
      'ticket_number',
      'issue_key',
      'key',
      'id',
    ],
    isRequired: true,
    limit: identifier(64),
    column: table.number,
  },
  short_description: {
    read: readText,
    guesses: [
      ...['short_description', 'title', 'summary', 'subject', 'headline', 'description'],
      { join: ['category', 'subcategory', 'u_symptom', 'symptom'], with: ' / ' },
    ],
    limit: incidentRules.short_description.default(incidentDefaults.short_description),
    column: table.shortDescription,
  },
  priority: {
    read: readPriority,
    guesses: ['priority', 'prio', 'severity'],
    values: priorityWordings,
    isFreeText: true,
    beside: { column: 'priority_level', read: readText },
    doubt: doubtPriority,
    limit: incidentRules.priority.default(incidentDefaults.priority),
    column: table.priority,
  },
  state: {
    read: wordReader(incidentStateWords),
    values: incidentStates,
    guesses: ['state', 'incident_state', 'status'],
    limit: incidentRules.state.optional(),
    column: { column: table.state, alsoFrom: ['resolved_at', 'closed_at'] },
  },
  opened_at: {
    read: readMoment,
    guesses: ['opened_at', 'opened', 'sys_created_on', 'sys_created_at', 'created_at', 'created', 'reported_at'],
    isRequired: true,
    isDate: true,
    limit: z.string(),
    column: table.openedAt,
  },
  resolved_at: {
    read: readMoment,
    guesses: ['resolved_at', 'resolved', 'resolution_date', 'resolutiondate'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.resolvedAt, alsoFrom: ['closed_at'] },
  },
  closed_at: {
    read: readMoment,
    guesses: ['closed_at', 'closed'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: null,
  },
  related_change: {
    read: readChangeName,
    isLenient: true,
    guesses: ['related_change', 'caused_by', 'caused_by_change', 'change_number', 'change_request', 'change'],
    limit: incidentRules.related_change.nullable().default(null),
    column: table.relatedChange,
    mentionsChange: 'stub',
  },
  affected_service: {
    read: readText,
    guesses: ['affected_service', 'business_service', 'service', 'cmdb_ci', 'configuration_item', 'category'],
    isCoalesced: true,
    limit: incidentRules.affected_service.nullable().default(null),
    column: table.affectedService,
  },
  record_class: recordClass('incident'),
  ...logFields,
} as const satisfies TargetFields

const sysIdService = 'affected_service is a sys_id, which means nothing to a reader; export it with display values'
const openStates = new Set<string>(['new', 'in_progress', 'on_hold'])

/**
 * An incident without a state is resolved if it has a time of resolution. An open incident has none. A closed one
 * without a time of resolution was resolved when it was closed.
 */
function complete({ closed_at, ...row }: RowOf<typeof fields>, notes: Notes) {
  const resolvedAt = row.resolved_at ?? closed_at
  const state = row.state ?? (resolvedAt === null ? 'new' : 'resolved')
  const isOpen = openStates.has(state)
  if (isOpen && row.resolved_at !== null)
    notes.add('resolved_at is left out where the incident is still open', row.number)
  const isUnknownChange = row.related_change !== null && isSysId(row.related_change)
  if (isUnknownChange) {
    notes.add('related_change is left empty where it is a sys_id; export it with display values', row.number)
  }
  if (row.affected_service !== null && isSysId(row.affected_service)) notes.add(sysIdService, row.number)
  return {
    ...row,
    state,
    resolved_at: isOpen ? null : resolvedAt,
    related_change: isUnknownChange ? null : row.related_change,
  }
}

export const incidents = defineTarget({
  entity: 'incidents',
  historyName: 'incident',
  table,
  key: 'number',
  fields,
  exported: Incident,
  complete,
  columns: [{ column: table.priorityLevel, from: ['priority'], value: (row) => readPriorityLevel(row.priority) }],
})
