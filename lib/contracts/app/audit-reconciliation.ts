import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { RecordPage, WholeList } from '#lib/contracts/pages.ts'
import { blockText, oneOf, Timestamp } from '#lib/contracts/primitives.ts'

/** The sources of changes and deployments, and the population itself. */
const reconciledSources = ['connection', 'import', 'entry', 'population', 'deployments'] as const

/** The counts of a reconciliation; some list the records. */
const findingKinds = [
  'not_counted',
  'not_answered',
  'counted',
  'stored',
  'not_in_population',
  'refused',
  'not_read_yet',
  'hidden',
  'counted_unfiltered',
  'outside_filter',
  'renumbered',
  'deleted',
  'ended_elsewhere',
  'rows',
  'in_population',
  'population',
  'left_out',
  'missing',
  'deleted_before',
  'deployed',
  'authorised',
  'explained',
  'unexplained',
] as const
export type FindingKind = (typeof findingKinds)[number]

const count = z.int().min(0)

export const ReconciliationLine = z
  .object({
    position: z.int().min(1).describe('The place in the reconciliation, from 1'),
    source: z.string().describe('Name of the connection or the file, or what else is reconciled'),
    source_kind: oneOf(reconciledSources).describe('What the source is'),
    finding: oneOf(findingKinds).describe('What was found'),
    count: count.nullable().describe('How many; null for one of them'),
    record: z.string().nullable().describe('One of them: number of the change, place in the file, or deployment'),
    text: z.string().describe('The finding as a sentence; of one record what is known about it'),
    query: z.string().nullable().describe('The table and the query whose count it is'),
    at: Timestamp.nullable().describe('When it was counted; null for what is read when somebody looks'),
  })
  .meta({ id: 'ReconciliationLine' })
export type ReconciliationLine = z.infer<typeof ReconciliationLine>

const examples = { params: { id: 'aud_01jd' } }
const AuditId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the audit') })
const managers = endpointsFor('Audits', { role: 'manager' })
const people = endpointsFor('Audits', { role: 'manager', orAuditor: true, onlyPeople: true })

export const listAuditReconciliation = managers.get('listAuditReconciliation', '/audits/{id}/reconciliation', {
  summary: 'Reconcile the population of an audit with its sources and the deployments of its period',
  description:
    'What connections counted is as of that time. Files, entries, deployments and the population are read when you look.',
  params: AuditId,
  query: z.strictObject({ page: RecordPage.page, limit: RecordPage.limit, ...WholeList }),
  response: z.object({ result: z.array(ReconciliationLine), total_count: count }),
  examples: {
    ...examples,
  },
})

export const countAuditSources = people.post('countAuditSources', '/audits/{id}/counts', {
  params: AuditId,
  errors: ['not_found', 'conflict'],
})

export const explainAuditDeployment = people.put('explainAuditDeployment', '/audits/{id}/deployments/{deployment}', {
  params: AuditId.extend({ deployment: z.string().min(1).max(64).describe('Identifier of the deployment') }),
  body: z.strictObject({ explanation: blockText(2000) }),
  errors: ['not_found', 'conflict'],
})
