import { z } from 'zod'
import { Incident, incident } from '#lib/contracts/incidents.ts'
import { priorityWordings, readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import { readChangeName } from '#server/import/cells/change-number.ts'
import { readMoment } from '#server/import/cells/moment.ts'
import { Fault, isSysId, readText } from '#server/import/cells/text.ts'
import {
  createNumberFault,
  createWordReader,
  incidentStateWords,
  isBareNumber,
} from '#server/import/cells/vocabulary.ts'
import { incidents as table } from '#server/schema/changes.ts'
import { createClassField, logFields, toTargetFields } from './fields.ts'
import { defineTarget, type RowOf, type RowRemarks, type TargetFields } from './target.ts'

/** Reads a priority as worded. A number alone is a Fault, as systems count from either end. */
function readPriority(cell: unknown): string | Fault {
  const text = readText(cell)
  return text instanceof Fault || !isBareNumber(text) ? text : createNumberFault(text, priorityWordings.join(', '))
}

const doubtPriority = (value: unknown) =>
  readPriorityLevel(String(value)) === null
    ? 'has no known level, so rules by priority leave these incidents out; map it to a level in the mapping'
    : undefined

const baseFields = toTargetFields(incident.fields, table)

const fields = {
  ...baseFields,
  priority: {
    ...baseFields.priority,
    read: readPriority,
    values: priorityWordings,
    isFreeText: true,
    beside: { column: 'priority_level', read: readText },
    doubt: doubtPriority,
  },
  state: {
    ...baseFields.state,
    read: createWordReader(incidentStateWords),
    column: { column: table.state, alsoFrom: ['resolved_at', 'closed_at'] },
  },
  resolved_at: { ...baseFields.resolved_at, column: { column: table.resolvedAt, alsoFrom: ['closed_at'] } },
  closed_at: {
    read: readMoment,
    guesses: ['closed_at', 'closed'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: null,
  },
  related_change: { ...baseFields.related_change, read: readChangeName, isLenient: true, mentionsChange: 'stub' },
  affected_service: { ...baseFields.affected_service, isCoalesced: true },
  record_class: createClassField('incident'),
  ...logFields,
} as const satisfies TargetFields

const sysIdService = 'affected_service is a sys_id, which means nothing to a reader; export it with display values'
const openStates = new Set<string>(['new', 'in_progress', 'on_hold'])

/**
 * Completes a row. An incident without a state is resolved if it has a resolution time; an open one has none. A closed
 * one without a resolution time was resolved when it was closed.
 */
function complete({ closed_at, ...row }: RowOf<typeof fields>, remarks: RowRemarks) {
  const resolvedAt = row.resolved_at ?? closed_at
  const state = row.state ?? (resolvedAt === null ? 'new' : 'resolved')
  const isOpen = openStates.has(state)
  if (isOpen && row.resolved_at !== null)
    remarks.add('resolved_at is left out where the incident is still open', row.number)
  const isUnknownChange = row.related_change !== null && isSysId(row.related_change)
  if (isUnknownChange) {
    remarks.add('related_change is left empty where it is a sys_id; export it with display values', row.number)
  }
  if (row.affected_service !== null && isSysId(row.affected_service)) remarks.add(sysIdService, row.number)
  return {
    ...row,
    state,
    resolved_at: isOpen ? null : resolvedAt,
    related_change: isUnknownChange ? null : row.related_change,
  }
}

export const incidentTarget = defineTarget({
  entity: 'incidents',
  historyName: 'incident',
  hasOrigin: true,
  table,
  key: 'number',
  fields,
  exported: Incident,
  complete,
  columns: [{ column: table.priorityLevel, from: ['priority'], value: (row) => readPriorityLevel(row.priority) }],
})
