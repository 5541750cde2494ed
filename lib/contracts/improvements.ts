import { z } from 'zod'
import { endpointsFor } from './endpoint.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import {
  blockText,
  CalendarDate,
  EmailAddress,
  identifier,
  lineText,
  oneOf,
  RecordedDate,
  RecordedTimestamp,
  sortBy,
  Timestamp,
} from './primitives.ts'
import { field, filled, key, record, written } from './record.ts'

export const improvementStatuses = ['open', 'in_progress', 'done', 'verified', 'cancelled'] as const

export const ImprovementStatus = oneOf(improvementStatuses).meta({ id: 'ImprovementStatus' })

/** An improvement action (specification, section 2.2). */
export const improvement = record('Improvement', {
  id: key(identifier(64), {
    description: 'Identifier of the action',
    example: 'imp_0k3v9c8q1x7m2z5t',
    columns: ['id', 'action_id', 'improvement_id', 'number', 'issue_key', 'key'],
  }),
  title: written(z.string(), lineText(200), {
    description: 'What is to be done, in a line',
    example: 'Rehearse major upgrades on a full copy',
    isRequired: true,
    columns: ['title', 'short_description', 'summary', 'action', 'name'],
  }),
  description: written(z.string().nullable(), blockText(20_000), {
    description: 'What is to be done, at length',
    example: 'Measure the time of the upgrade on a copy of the same size before a window is requested.',
    isMultiLine: true,
    columns: ['description', 'details'],
  }),
  source_type: field(z.string(), { description: 'Kind of origin; `pir` for a review', example: 'pir' }),
  source_ref: written(z.string(), lineText(128), {
    description: 'Reference of the origin, such as PIR-2026-0042',
    example: 'PIR-2026-0042',
    columns: ['source_ref', 'pir_reference', 'pir', 'review', 'change_number', 'change', 'source'],
  }),
  owner: written(z.string(), EmailAddress, {
    description: 'E-mail address of the owner',
    example: 'ines.marchetti@hindsight.example',
    isRequired: true,
    isPerson: true,
    columns: ['owner', 'assigned_to', 'assignee', 'responsible'],
  }),
  former_owners: field(z.array(z.string()), {
    description: 'E-mail addresses of earlier owners, who cannot verify it either',
    example: [],
    filter: false,
  }),
  target_date: written(CalendarDate, RecordedDate, {
    description: 'Date by which it is to be done',
    example: '2026-05-29',
    isRequired: true,
    columns: ['target_date', 'due_date', 'due', 'duedate', 'deadline', 'planned_end'],
  }),
  category: written(z.string().nullable(), lineText(64), {
    description: 'Kind of improvement',
    example: 'testing',
    columns: ['category', 'type'],
  }),
  priority: written(z.string().nullable(), lineText(64), {
    description: 'How urgent it is',
    example: 'high',
    columns: ['priority', 'urgency'],
  }),
  status: filled(ImprovementStatus, ImprovementStatus, {
    description: 'Current status',
    example: 'open',
    columns: ['status', 'state'],
  }),
  evidence: filled(z.string().nullable(), blockText(20_000), {
    description: 'What shows that it is done; null before',
    example: null,
    isMultiLine: true,
    filter: false,
    columns: ['evidence', 'close_notes', 'resolution', 'result'],
  }),
  done_at: filled(Timestamp.nullable(), RecordedTimestamp, {
    description: 'When it was set to done; null before',
    example: null,
    columns: ['done_at', 'completed_at', 'closed_at', 'resolved', 'resolutiondate'],
  }),
  done_by: field(z.string().nullable(), {
    description: 'E-mail address of the person who set it to done',
    example: null,
    filter: false,
  }),
  verified_at: field(Timestamp.nullable(), { description: 'When it was verified; null before', example: null }),
  verified_by: field(z.string().nullable(), {
    description: 'E-mail address of the person who verified it',
    example: null,
    filter: false,
  }),
  recheck_on: field(CalendarDate.nullable(), {
    description: 'Date on which a verified action is checked again',
    example: null,
  }),
  // Published names: elsewhere a look is called a recheck.
  look_since: field(Timestamp.nullable(), {
    description: 'Since when it needs another look, after a similar incident',
    example: null,
  }),
  look_reason: field(z.string().nullable(), {
    description: 'Why it needs another look',
    example: null,
    filter: false,
  }),
  created_at: filled(Timestamp, RecordedTimestamp, {
    description: 'When the action was registered',
    example: '2026-03-09T14:00:00.000Z',
    columns: ['created_at', 'sys_created_on', 'created', 'opened_at'],
  }),
  updated_at: field(Timestamp, { description: 'When it was last written', example: '2026-03-09T14:00:00.000Z' }),
})
export const Improvement = improvement.schema
export type Improvement = z.infer<typeof Improvement>

const { fields } = improvement

export const NewImprovement = z
  .strictObject({
    title: fields.title.sent,
    description: fields.description.sent.optional(),
    source_type: lineText(64).describe(fields.source_type.description),
    source_ref: fields.source_ref.sent,
    owner: fields.owner.sent,
    target_date: fields.target_date.sent,
    category: fields.category.sent.optional(),
    priority: fields.priority.sent.optional(),
  })
  .meta({ id: 'NewImprovement' })
export type NewImprovement = z.infer<typeof NewImprovement>

export const ImprovementPatch = z
  .strictObject({
    status: ImprovementStatus.describe('New status'),
    owner: EmailAddress.describe('E-mail address of the new owner'),
    target_date: RecordedDate.describe('New date by which it is to be done'),
    evidence: blockText(20_000).describe('What shows that it is done; needed to move to `done`'),
  })
  .partial()
  .meta({ id: 'ImprovementPatch' })
export type ImprovementPatch = z.infer<typeof ImprovementPatch>

const ImprovementId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the action') })

const readers = endpointsFor('Improvements', { system: 'itsm', scope: 'read' }, '/api/itsm/v1')
const writers = endpointsFor('Improvements', { system: 'itsm', scope: 'write' }, '/api/itsm/v1')

export const listImprovements = readers.get('listImprovements', '/improvements', {
  summary: 'Query improvement actions',
  description:
    'Newest first. Without `limit` a list has up to 1,000 records; see `total_count` and `Link` for the rest.',
  query: z.strictObject({
    query: FilterQuery.optional(),
    sort: sortBy(['id', 'title', 'owner', 'target_date', 'status', 'created_at', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: improvement.filterFields,
  response: z.object({ result: z.array(Improvement), total_count: z.int().min(0) }),
  examples: {
    query: { query: 'source_ref = "PIR-2026-0042"' },
  },
})

export const createImprovement = writers.post('createImprovement', '/improvements', {
  summary: 'Register an improvement action',
  body: NewImprovement,
  response: Improvement,
  status: 201,
  versioned: true,
  examples: {
    body: {
      title: improvement.example.title,
      description: improvement.example.description,
      source_type: improvement.example.source_type,
      source_ref: improvement.example.source_ref,
      owner: improvement.example.owner,
      target_date: improvement.example.target_date,
      category: improvement.example.category,
      priority: improvement.example.priority,
    },
  },
})

export const getImprovement = readers.get('getImprovement', '/improvements/{id}', {
  summary: 'Get one improvement action',
  params: ImprovementId,
  response: Improvement,
  versioned: true,
})

export const updateImprovement = writers.patch('updateImprovement', '/improvements/{id}', {
  summary: 'Update status, evidence, owner or target date of an improvement action',
  description:
    'A client with a token may set any status except `verified`, which needs a signed-in person, and `done` only with `evidence`. New evidence of a verified action sets it back to done. What people may do is described at `editImprovement`. Anything else is a conflict, with one detail per problem.',
  params: ImprovementId,
  body: ImprovementPatch,
  bodyTypes: ['application/merge-patch+json'],
  response: Improvement,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: {
    body: { status: 'in_progress' },
    response: { ...improvement.example, status: 'in_progress', updated_at: '2026-03-20T08:00:00.000Z' },
  },
})
