import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ChangeDocument, ChangeRecord, change } from '#lib/contracts/changes.ts'
import { Incident, incident } from '#lib/contracts/incidents.ts'
import type { Measure } from '#lib/contracts/measures.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { priorityWordings, readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import { selectEntries } from '#server/history/entries-of-record.ts'
import { createNumberReader, readChangeName, readChangeNumber } from '#server/import/cells/change-number.ts'
import { readPlan, withoutTags } from '#server/import/cells/document-text.ts'
import { readDay, readMoment } from '#server/import/cells/moment.ts'
import { Fault, isSysId, quoteCell, readCount, readHours, readText } from '#server/import/cells/text.ts'
import {
  approvalWords,
  changeRiskWords,
  changeStateWords,
  changeTypeWords,
  closeCodeWords,
  createNumberFault,
  createWordReader,
  incidentStateWords,
  isBareNumber,
  reviewOutcomeWords,
} from '#server/import/cells/vocabulary.ts'
import { parseExactJson } from '#server/platform/http/read-body.ts'
import { newId } from '#server/platform/ids.ts'
import { incidents, changes as table } from '#server/schema/changes.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { columnNames, createClassField, createNamedKindField, logFields, toTargetFields } from './fields.ts'
import {
  defineTarget,
  describeColumn,
  type RowOf,
  type RowRemarks,
  type TargetFields,
  type Transition,
} from './target.ts'

/** Later imports do not overwrite what a review wrote. */
const reviewField = { isKeptWhenEdited: true, isReviewField: true } as const

/** Columns with the kind of a record; `pull_request` is an object that an issue of GitHub does not have. */
const kindColumns = columnNames(
  'pull_request, merge_request, issue_type, issuetype, ticket_type, request_type, work_item_type, record_type',
)

const approvals = ['approved', 'not_approved'] as const

const baseFields = toTargetFields(change.fields, table)

/** A service that a person named stays where the file names none. */
const keepNamedService = (current: SQL, imported: SQL) =>
  sql`case when ${imported} = '{}' and ${current} <> '{}' and exists (select from ${sql.raw(selectEntries("'change'", 'changes.number'))} entry
    where entry.actor_kind = 'account' and entry.changes -> 'affected_services' is not null)
    then ${current} else ${imported} end`

/** A model that a person named stays where the file names none. */
const keepNamedModel = (current: SQL, imported: SQL) => sql`coalesce(${imported}, ${current})`

/** Reads a change model. One that repeats the type, as the first of ServiceNow do, is none. */
function readModel(cell: unknown): string | Fault {
  const model = readText(cell)
  return model instanceof Fault || !/^(standard|normal|emergency)( change)?$/i.test(model) ? model : ''
}

/** Reads a text that is quoted as a whole: one that is too long is left out. */
function readQuoted(cell: unknown): string | Fault {
  const read = readText(cell)
  if (read instanceof Fault) return read
  const text = withoutTags(read)
  return text.length <= 20_000 ? text : new Fault(`${quoteCell(text)} has more than 20,000 characters`)
}

/** Reads a list of measures, which in a table is JSON; the limit of the field refuses what is none. */
function readMeasures(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell
  try {
    return parseExactJson(cell)
  } catch {
    return new Fault(`${quoteCell(cell)} is not JSON`)
  }
}

/** Measures that a change has stay, with their readings. */
const keepMeasures = (current: SQL, imported: SQL) =>
  sql`case when json_array_length(${current}) > 0 then ${current} else ${imported} end`

const readOwnNumber = createNumberReader('change')

/** Reads the number of the parent, which in some systems may be of another kind. */
function readParent(cell: unknown): string | Fault {
  const number = readOwnNumber(cell)
  if (number instanceof Fault) return number
  return isSysId(number) ? new Fault(`${number} is a sys_id; export it with display values`) : readChangeName(number)
}

/** An effort in seconds, which only the preset of a system that books them names. */
const bookedSeconds = {
  read: readCount,
  guesses: [],
  limit: z.number().optional(),
  isLenient: true,
  column: null,
} as const satisfies TargetFields[string]

const fields = {
  ...baseFields,
  number: { ...baseFields.number, read: readOwnNumber },
  state: { ...baseFields.state, read: createWordReader(changeStateWords) },
  type: { ...baseFields.type, read: createWordReader(changeTypeWords) },
  risk: { ...baseFields.risk, read: createWordReader(changeRiskWords) },
  affected_services: { ...baseFields.affected_services, isCoalesced: true, update: keepNamedService },
  implementation_plan: { ...baseFields.implementation_plan, alsoFrom: ['test_plan'] },
  test_plan: { read: readPlan, guesses: ['test_plan'], limit: ChangeDocument.optional(), column: null },
  approval: {
    read: createWordReader(approvalWords),
    guesses: ['approval', 'approval_status', 'approval_state'],
    values: approvals,
    limit: z.enum(approvals).optional(),
    isLenient: true,
    column: null,
  },
  close_code: { ...baseFields.close_code, read: createWordReader(closeCodeWords), isLenient: true },
  is_unauthorized: { ...baseFields.is_unauthorized, isLenient: true },
  pir_completed: { ...baseFields.pir_completed, ...reviewField },
  pir_reference: { ...baseFields.pir_reference, ...reviewField },
  pir_outcome: {
    ...baseFields.pir_outcome,
    read: createWordReader(reviewOutcomeWords),
    isLenient: true,
    ...reviewField,
    isInHistory: true,
  },
  pir_date: { ...baseFields.pir_date, ...reviewField },
  is_stub: { ...baseFields.is_stub, isLenient: true, isStubMark: true },
  created_at: { ...baseFields.created_at, absent: 'now' },
  description: { ...baseFields.description, read: readQuoted, isLenient: true },
  objective: { ...baseFields.objective, read: readQuoted, isLenient: true },
  parent: { ...baseFields.parent, read: readParent, isLenient: true },
  model: { ...baseFields.model, read: readModel, isLenient: true, update: keepNamedModel },
  effort_planned: { ...baseFields.effort_planned, read: readHours, isLenient: true, alsoFrom: ['seconds_planned'] },
  effort_actual: { ...baseFields.effort_actual, read: readHours, isLenient: true, alsoFrom: ['seconds_worked'] },
  seconds_planned: bookedSeconds,
  seconds_worked: bookedSeconds,
  measures: { ...baseFields.measures, read: readMeasures, column: null },
  record_class: createClassField('change'),
  record_kind: createNamedKindField('change', kindColumns),
  ...logFields,
} as const satisfies TargetFields

const sysIdService = 'affected_services holds a sys_id, which means nothing to a reader; export it with display values'

const noApproval = { approved_by: null, approved_at: null }

/** Returns seconds as hours, to the hundredth. */
const toHours = (seconds: number) => Math.round(seconds / 36) / 100

/**
 * Completes a row. The test plan becomes part of the implementation plan, as a change has no field for it. If the
 * source states that a change was not approved, its approver and time are dropped: they belong to a rejection or to an
 * approval that no longer holds. Seconds become hours; systems write 0 where nobody booked any.
 */
function complete(
  { test_plan, approval, seconds_planned: planned, seconds_worked: worked, ...read }: RowOf<typeof fields>,
  remarks: RowRemarks,
) {
  const row = {
    ...read,
    ...(approval === 'not_approved' && noApproval),
    ...(planned && { effort_planned: toHours(planned) }),
    ...(worked && { effort_actual: toHours(worked) }),
  }
  if (row.affected_services.some(isSysId)) remarks.add(sysIdService, row.number)
  return test_plan ? { ...row, implementation_plan: { ...row.implementation_plan, test_plan } } : row
}

/** Returns the measures of a row as they are stored, in JSON. */
function storeMeasures({ measures, requested_by: requester }: RowOf<typeof fields>): string {
  const now = new Date()
  const stored = measures.map(({ id, stated_by: by, stated_at: since, query, readings, ...promise }) => ({
    id: id ?? newId('msr', now),
    ...promise,
    stated_by: by ?? requester ?? 'An imported file',
    stated_at: since ?? now.toISOString(),
    query,
    readings: readings.toSorted((one, other) => Date.parse(one.taken_at) - Date.parse(other.taken_at)),
  }))
  return JSON.stringify(stored satisfies readonly Measure[])
}

/** A change that an update closes awaits a decision of the policy; one that is imported closed does not. */
const awaitsDecision = {
  ...describeColumn(table.awaitsDecision),
  value: ({ before, after }: Transition) =>
    sql`${before(table.awaitsDecision)} or (${before(table.state)} <> 'closed' and ${after(table.state)} = 'closed'
      and not exists (select from ${policyDecisions} where ${policyDecisions.changeNumber} = ${before(table.number)}))`,
}

export const changeTarget = defineTarget({
  entity: 'changes',
  table,
  key: 'number',
  fields,
  exported: ChangeRecord,
  complete,
  columns: [{ column: table.measures, from: ['measures'], update: keepMeasures, value: storeMeasures }],
  derived: [awaitsDecision],
  historyName: 'change',
  hasOrigin: true,
})

const oldReviewFields = {
  number: {
    read: readChangeNumber,
    guesses: ['change_number', 'change', 'change_request', 'related_change', 'rfc', 'number'],
    isRequired: true,
    limit: identifier(64),
    column: table.number,
  },
  pir_outcome: {
    read: createWordReader(reviewOutcomeWords),
    guesses: ['pir_outcome', 'review_outcome', 'outcome', 'result', 'conclusion'],
    isRequired: true,
    limit: oneOf(reviewOutcomes),
    column: table.pirOutcome,
    ...reviewField,
    isInHistory: true,
  },
  pir_reference: {
    read: readText,
    guesses: ['pir_reference', 'reference', 'pir_number', 'pir', 'review_number', 'review'],
    limit: text(64).nullable().default(null),
    column: table.pirReference,
    ...reviewField,
  },
  pir_date: {
    read: readDay,
    guesses: columnNames('pir_date, review_date, reviewed_on, reviewed_at, completed_at, completed, closed_at, date'),
    isDate: true,
    limit: z.string().nullable().default(null),
    column: table.pirDate,
    ...reviewField,
  },
} as const satisfies TargetFields

/** Columns of the stub that is created for an unknown change; an existing change keeps its values. */
const stubOnly = { from: [] }

/** Results of reviews from another tool, which become review fields of their changes. */
export const oldReviews = defineTarget({
  entity: 'reviews',
  table,
  key: 'number',
  fields: oldReviewFields,
  exported: ChangeRecord,
  complete: (row) => row,
  columns: [
    { column: table.pirCompleted, from: ['pir_outcome'], ...reviewField, value: () => true },
    { column: table.title, ...stubOnly, value: ({ number }) => `Unknown change ${number}` },
    { column: table.state, ...stubOnly, value: () => 'closed' },
    { column: table.type, ...stubOnly, value: () => 'normal' },
    { column: table.affectedServices, ...stubOnly, value: () => [] },
    { column: table.isStub, ...stubOnly, value: () => true },
  ],
  historyName: 'change',
})

/** Reads a priority as worded. A number alone is a Fault, as systems count from either end. */
function readPriority(cell: unknown): string | Fault {
  const text = readText(cell)
  return text instanceof Fault || !isBareNumber(text) ? text : createNumberFault(text, priorityWordings.join(', '))
}

const doubtPriority = (value: unknown) =>
  readPriorityLevel(String(value)) === null
    ? 'has no known level, so rules by priority leave these incidents out; map it to a level in the mapping'
    : undefined

const baseIncidentFields = toTargetFields(incident.fields, incidents)

const incidentFields = {
  ...baseIncidentFields,
  number: { ...baseIncidentFields.number, read: createNumberReader('incident') },
  priority: {
    ...baseIncidentFields.priority,
    read: readPriority,
    values: priorityWordings,
    isFreeText: true,
    beside: { column: 'priority_level', read: readText },
    doubt: doubtPriority,
  },
  state: {
    ...baseIncidentFields.state,
    read: createWordReader(incidentStateWords),
    alsoFrom: ['resolved_at', 'closed_at'],
  },
  resolved_at: { ...baseIncidentFields.resolved_at, alsoFrom: ['closed_at'] },
  closed_at: {
    read: readMoment,
    guesses: ['closed_at', 'closed'],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: null,
  },
  related_change: {
    ...baseIncidentFields.related_change,
    read: readChangeName,
    isLenient: true,
    mentionsChange: 'stub',
  },
  affected_service: { ...baseIncidentFields.affected_service, isCoalesced: true },
  record_class: createClassField('incident'),
  record_kind: createNamedKindField('incident', [...kindColumns, 'type', 'category']),
  ...logFields,
} as const satisfies TargetFields

const incidentSysIdService =
  'affected_service is a sys_id, which means nothing to a reader; export it with display values'
const openStates = new Set<string>(['new', 'in_progress', 'on_hold'])

/**
 * Completes a row. An incident without a state is resolved if it has a resolution time; an open one has none. A closed
 * one without a resolution time was resolved when it was closed.
 */
function completeIncident({ closed_at, ...row }: RowOf<typeof incidentFields>, remarks: RowRemarks) {
  const resolvedAt = row.resolved_at ?? closed_at
  const state = row.state ?? (resolvedAt === null ? 'new' : 'resolved')
  const isOpen = openStates.has(state)
  if (isOpen && row.resolved_at !== null)
    remarks.add('Resolved at is left out where the incident is still open', row.number)
  const isUnknownChange = row.related_change !== null && isSysId(row.related_change)
  if (isUnknownChange)
    remarks.add('Related change is left empty where it is a sys_id; export it with display values', row.number)
  if (row.affected_service !== null && isSysId(row.affected_service)) remarks.add(incidentSysIdService, row.number)
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
  table: incidents,
  key: 'number',
  fields: incidentFields,
  exported: Incident,
  complete: completeIncident,
  columns: [{ column: incidents.priorityLevel, from: ['priority'], value: (row) => readPriorityLevel(row.priority) }],
})
