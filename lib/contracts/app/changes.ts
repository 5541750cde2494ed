import { z } from 'zod'
import { FitReasons } from '#lib/contracts/articles.ts'
import { ChangeNumber, ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { IncidentNumber } from '#lib/contracts/incidents.ts'
import { JudgedMeasures } from '#lib/contracts/measures.ts'
import { CalendarDate, oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { ListedChange, QueueEntry } from './queue.ts'
import { incidentDecisions, reviewStatuses } from './review-values.ts'

export const ChangePerson = z
  .object({
    text: z.string().describe('As recorded in the change: an e-mail address, or the text of its source'),
    name: z.string().nullable().describe('Name from the accounts or the directory; null when in neither'),
  })
  .meta({ id: 'ChangePerson' })
export type ChangePerson = z.infer<typeof ChangePerson>

export const ChangePeople = z
  .object({
    assigned_to: ChangePerson.nullable().describe('Who implements the change; null if nobody is named'),
    requested_by: ChangePerson.nullable().describe('Who requested it; null if nobody is named'),
    approved_by: ChangePerson.nullable().describe('Who approved it; null if nobody is named'),
  })
  .meta({ id: 'ChangePeople' })
export type ChangePeople = z.infer<typeof ChangePeople>

const reviewViewers = endpointsFor('Reviews', { role: 'viewer' })

export const getChangePeople = reviewViewers.get('getChangePeople', '/changes/{number}/people', {
  summary: 'Get the implementer, the requester and the approver of a change, with names from the directory',
  params: ChangeNumber,
  response: ChangePeople,
})

const planners = endpointsFor('Changes', { role: 'reviewer', orOwner: true, onlyPeople: true })

export const measureNow = planners.post('measureNow', '/changes/{number}/measures/now', {
  summary: 'Read the measures of a change from Prometheus',
  params: ChangeNumber,
  response: JudgedMeasures,
  errors: ['not_found', 'conflict'],
})

export const SimilarChange = z
  .object({
    change: ListedChange.extend({
      actual_end: QueueEntry.shape.actual_end,
      pir_outcome: ReviewOutcome.describe('Outcome of its review'),
    }),
    score: z.int().describe('Sum of the points'),
    reasons: FitReasons.describe('Why it is similar'),
  })
  .meta({ id: 'SimilarChange' })
export type SimilarChange = z.infer<typeof SimilarChange>

const viewers = endpointsFor('Changes', { role: 'viewer' })

export const listSimilarChanges = viewers.get('listSimilarChanges', '/changes/{number}/similar-changes', {
  summary: 'The reviewed changes most similar to a change, with their outcomes',
  description:
    'Changes that share a service and words of the title, of the 200 that ended last on its services; at most 6. They are ranked by the points that lessons get for service, words and type.',
  params: ChangeNumber,
  response: z.object({ result: z.array(SimilarChange) }),
})

const originKinds = ['change', 'incident'] as const
export type OriginKind = (typeof originKinds)[number]
export const originSources = ['import', 'connection'] as const

const ChangedSince = z.object({
  field: z.string().describe('Field of the record'),
  at: Timestamp.describe('When it was last changed in Hindsight'),
  by: z.string().describe('Who changed it'),
})

export const RecordOrigin = z
  .object({
    source: oneOf(originSources).describe('`import` for a file, `connection` for another system'),
    source_id: z.string().describe('Identifier of the import or the connection'),
    name: z.string().describe('Name of the file or the connection'),
    detail: z.string().describe('The line of the file, or the table with the query that was sent'),
    read_at: Timestamp.describe('When the run that read the row began'),
    digest: z.string().describe('SHA-256 of the row as it was read, in hexadecimal digits'),
    changed_since: z
      .array(ChangedSince)
      .describe('Fields that others than the source changed since, by the history, the latest first'),
  })
  .meta({ id: 'RecordOrigin' })
export type RecordOrigin = z.infer<typeof RecordOrigin>

export const findRecordOrigin = viewers.get('findRecordOrigin', '/origins/{kind}/{number}', {
  summary: 'Where a change or an incident was read',
  description:
    'The row of a file or of another system that last wrote the record, with the SHA-256 of its content: of the JSON ' +
    'list of its cells in a table, of the JSON object otherwise, each in the canonical form of RFC 8785.',
  params: z.object({
    kind: oneOf(originKinds).describe('Kind of record'),
    number: z.string().min(1).max(64).describe('Number of the record'),
  }),
  response: z.object({
    origin: RecordOrigin.nullable().describe('null for a record that no import and no connection wrote'),
  }),
  examples: {
    params: { kind: 'change', number: 'CHG0000042' },
  },
})

export const IncidentDecision = z
  .object({
    reference: z.string().describe('Reference of the review'),
    review_status: oneOf(reviewStatuses).describe('Status of the review'),
    change: z.string().describe('Number of the reviewed change'),
    title: z.string().nullable().describe('Title of the change; null when the change is unknown'),
    decision: oneOf(incidentDecisions).describe('Whether the change caused the incident'),
    reason: z.string().describe('Why; may be empty'),
    decided_by: z.string().describe('Name of the person who decided'),
    decided_at: Timestamp.describe('When it was decided'),
  })
  .meta({ id: 'IncidentDecision' })
export type IncidentDecision = z.infer<typeof IncidentDecision>

const incidentViewers = endpointsFor('Incidents', { role: 'viewer' })

export const listIncidentDecisions = incidentViewers.get('listIncidentDecisions', '/incidents/{number}/decisions', {
  summary: 'The decisions of reviews about an incident, newest first; at most 100',
  params: IncidentNumber,
  response: z.object({ result: z.array(IncidentDecision) }),
})

export const examplePdf = '%PDF-1.3 …'

const viewersInsights = endpointsFor('Insights', { role: 'viewer' })

export const getReviewReport = reviewViewers.get('getReviewReport', '/changes/{number}/report.pdf', {
  summary: 'Get the report of a review as a PDF',
  description: 'Times are those of the zone of the caller. A character that the PDF cannot show is replaced by \ufffd.',
  quota: 'bulk',
  params: ChangeNumber,
  file: ['application/pdf'],
  examples: { response: examplePdf },
})

export const getWeeklyPack = viewersInsights.get('getWeeklyPack', '/insights/weekly.pdf', {
  summary: 'Get the weekly pack for a change advisory board as a PDF',
  description:
    'Overdue reviews, failed changes, outcomes chosen against the evidence, waived reviews and published lessons of a week from Monday to Sunday, in the time zone of the organisation.',
  quota: 'bulk',
  query: z.strictObject({
    week: CalendarDate.refine((day) => day >= '1900-01-08' && day <= '2999-12-24', {
      error: 'must be in the years 1900 to 2999',
    })
      .optional()
      .describe('A day of the week. Default: the last complete week'),
  }),
  file: ['application/pdf'],
  examples: { query: { week: '2026-03-02' }, response: examplePdf },
})
