import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { FilterQuery, RecordPage } from '#lib/contracts/pages.ts'
import { blockText, lineText, oneOf, RecordedDate, Timestamp } from '#lib/contracts/primitives.ts'

/** Methods of drawing changes from the population. */
const auditMethods = ['random', 'every_nth', 'all'] as const
export type AuditMethod = (typeof auditMethods)[number]

/** States of a drawn change. */
export const auditStates = ['drawn', 'answered', 'exception', 'retested'] as const
export type AuditState = (typeof auditStates)[number]

/** The evidence that the record of a change has or lacks. */
export const evidenceKinds = [
  'plan',
  'risk',
  'approver',
  'implementer',
  'review',
  'incidents',
  'outcome',
  'sign_off',
  'lessons',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Maximum changes that an audit draws. */
export const maxDrawn = 1000

const count = z.int().min(0)
const Seed = lineText(100)
const stated = {
  name: lineText(200).describe('Name of the audit'),
  from: RecordedDate.describe('First day on which a change ended'),
  to: RecordedDate.describe('Last day on which a change ended'),
  method: oneOf(auditMethods).describe('random, every n-th change, or all of them'),
}

export const NewAudit = z
  .strictObject({
    ...stated,
    query: FilterQuery.optional(),
    size: z
      .int()
      .min(1)
      .max(maxDrawn, { error: `must be at most ${maxDrawn.toLocaleString('en')}` })
      .optional(),
    seed: Seed.optional(),
  })
  .check(({ value, issues }) => {
    const issue = (path: 'to' | 'size', message: string) =>
      issues.push({ code: 'custom', input: value[path], path: [path], message })
    if (value.to < value.from) issue('to', 'must not be before the first day')
    if (value.method !== 'all' && value.size === undefined) issue('size', 'must be given for this method')
    if (value.method === 'all' && value.size !== undefined) issue('size', 'cannot be given for the method `all`')
  })
export type NewAudit = z.infer<typeof NewAudit>

export const Audit = z
  .object({
    id: z.string().describe('Identifier of the audit'),
    ...stated,
    query: z.string().nullable().describe('The filter; null for all closed changes of the period'),
    size: z.int().min(1).nullable().describe('How many are drawn; null for all of them'),
    seed: z.string().describe('With it and the population anybody can draw the same changes again'),
    population_count: count.describe('How many changes the population has'),
    population_digest: z.string().describe('SHA-256 of their numbers in order, each followed by a line feed'),
    drawn_count: count.describe('How many changes are drawn; 0 before the draw'),
    states: z.object(
      Object.fromEntries(auditStates.map((state) => [state, count])) as Record<AuditState, typeof count>,
    ),
    created_by: z.string().describe('Name of the person who made it'),
    created_at: Timestamp.describe('When the population was frozen'),
    drawn_at: Timestamp.nullable().describe('When the changes were drawn; null before'),
  })
  .meta({ id: 'Audit' })
export type Audit = z.infer<typeof Audit>

export const AuditChange = z
  .object({
    drawn_order: z.int().min(1).describe('The place in the draw, from 1'),
    position: z.int().min(1).describe('The place in the population, from 1'),
    number: z.string().describe('Number of the change when the population was frozen'),
    current_number: z
      .string()
      .nullable()
      .describe('The number that the change has now; null when it is not recorded any more'),
    title: z.string().nullable().describe('What was changed; null when it is not recorded any more'),
    request_number: z.string().nullable().describe('The number of the request in the papers of the auditor'),
    state: oneOf(auditStates).describe('What became of it'),
    note: z.string().nullable().describe('What the auditor noted'),
    present: z.array(z.string()).describe('What the record holds now, as sentences'),
    missing: z.array(z.string()).describe('What it lacks now, as sentences'),
    updated_by: z.string().nullable().describe('Name of the person who edited it last'),
    updated_at: Timestamp.nullable().describe('When it was last edited'),
  })
  .meta({ id: 'AuditChange' })
export type AuditChange = z.infer<typeof AuditChange>

export const AuditChangePatch = z.strictObject({
  request_number: lineText(100).nullable().optional().describe('null clears it'),
  state: oneOf(auditStates).optional(),
  note: blockText(4000).nullable().optional().describe('null clears it'),
})
export type AuditChangePatch = z.infer<typeof AuditChangePatch>

export const AuditId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the audit') })
const examples = { params: { id: 'aud_01jd' } }
const managers = endpointsFor('Audits', { role: 'manager' })
const people = endpointsFor('Audits', { role: 'manager', orAuditor: true, onlyPeople: true })

export const listAudits = managers.get('listAudits', '/audits', {
  summary: 'List the audits, newest first',
  query: z.strictObject(RecordPage),
  response: z.object({ result: z.array(Audit), total_count: count }),
})

export const createAudit = people.post('createAudit', '/audits', {
  body: NewAudit,
  response: Audit,
  status: 201,
  errors: ['invalid_filter'],
})

export const getAudit = managers.get('getAudit', '/audits/{id}', {
  summary: 'Get an audit, with what the records of its drawn changes hold now',
  params: AuditId,
  response: Audit.extend({
    evidence: z
      .array(
        z.object({
          kind: oneOf(evidenceKinds).describe('What is asked of each change'),
          present: count.describe('How many of the drawn changes have it'),
          needed: count.describe('How many of them need it'),
        }),
      )
      .describe('Counts over the drawn changes'),
  }),
  examples: { ...examples },
})

export const drawAudit = people.post('drawAudit', '/audits/{id}/draw', {
  params: AuditId,
  body: z.strictObject({}),
  response: Audit,
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const listAuditPopulation = managers.get('listAuditPopulation', '/audits/{id}/population', {
  summary: 'List the frozen population of an audit, in order',
  params: AuditId,
  query: z.strictObject(RecordPage),
  response: z.object({
    result: z.array(AuditChange.pick({ position: true, number: true })),
    total_count: count,
  }),
  examples: { ...examples },
})

export const listAuditSample = managers.get('listAuditSample', '/audits/{id}/sample', {
  summary: 'List the drawn changes of an audit, in the order of the draw',
  params: AuditId,
  query: z.strictObject(RecordPage),
  response: z.object({ result: z.array(AuditChange), total_count: count }),
  examples: { ...examples },
})

export const getAuditPack = managers.get('getAuditPack', '/audits/{id}/pack', {
  summary: 'Get the evidence pack of an audit as a zip file',
  description:
    'Population, sample, and for each drawn change PDF, Markdown and JSON of its review with its history and the proofs of its entries in the ledger; checksums, and what verifies all of it offline.',
  quota: 'bulk',
  params: AuditId,
  file: ['application/zip'],
  errors: ['not_found', 'conflict'],
  examples: { ...examples, response: 'PK …' },
})

export const updateAuditChange = people.patch('updateAuditChange', '/audits/{id}/sample/{number}', {
  params: AuditId.extend({ number: z.string().min(1).max(64).describe('Number of the change') }),
  body: AuditChangePatch,
  response: AuditChange,
})
