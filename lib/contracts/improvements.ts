import { z } from 'zod'
import * as clientRoutes from './client-routes.ts'
import { endpoint } from './endpoint.ts'
import type { FilterFields } from './filter-fields.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import {
  blockText,
  CalendarDate,
  EmailAddress,
  lineText,
  oneOf,
  RecordedDate,
  sortBy,
  Timestamp,
} from './primitives.ts'
import * as routes from './routes.ts'

export const improvementStatuses = ['open', 'in_progress', 'done', 'verified', 'cancelled'] as const

export const ImprovementStatus = oneOf(improvementStatuses).meta({ id: 'ImprovementStatus' })

/** An improvement action (specification, section 2.2). */
export const Improvement = z
  .object({
    id: z.string().describe('Identifier of the action'),
    title: z.string().describe('What is to be done, in a line'),
    description: z.string().nullable().describe('What is to be done, at length'),
    source_type: z.string().describe('Kind of origin; `pir` for a review'),
    source_ref: z.string().describe('Reference of the origin, such as PIR-2026-0042'),
    owner: z.string().describe('E-mail address of the owner'),
    former_owners: z.array(z.string()).describe('E-mail addresses of earlier owners, who cannot verify it either'),
    target_date: CalendarDate.describe('Date by which it is to be done'),
    category: z.string().nullable().describe('Kind of improvement'),
    priority: z.string().nullable().describe('How urgent it is'),
    status: ImprovementStatus.describe('Current status'),
    evidence: z.string().nullable().describe('What shows that it is done; null before'),
    done_at: Timestamp.nullable().describe('When it was set to done; null before'),
    done_by: z.string().nullable().describe('E-mail address of the person who set it to done'),
    verified_at: Timestamp.nullable().describe('When it was verified; null before'),
    verified_by: z.string().nullable().describe('E-mail address of the person who verified it'),
    recheck_on: CalendarDate.nullable().describe('Date on which a verified action is checked again'),
    look_since: Timestamp.nullable().describe('Since when it needs another look, after a similar incident'),
    look_reason: z.string().nullable().describe('Why it needs another look'),
    created_at: Timestamp.describe('When the action was registered'),
    updated_at: Timestamp.describe('When it was last written'),
  })
  .meta({ id: 'Improvement' })
export type Improvement = z.infer<typeof Improvement>

export const NewImprovement = z
  .strictObject({
    title: lineText(200).describe('What is to be done, in a line'),
    description: blockText(20_000).nullable().optional().describe('What is to be done, at length'),
    source_type: lineText(64).describe('Kind of origin; `pir` for a review'),
    source_ref: lineText(128).describe('Reference of the origin, such as PIR-2026-0042'),
    owner: EmailAddress.describe('E-mail address of the owner'),
    target_date: RecordedDate.describe('Date by which it is to be done'),
    category: lineText(64).nullable().optional().describe('Kind of improvement'),
    priority: lineText(64).nullable().optional().describe('How urgent it is'),
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

export const improvementFields = {
  id: { type: 'text', description: 'Identifier' },
  title: { type: 'text', description: 'Title' },
  description: { type: 'text', description: 'Description' },
  source_type: { type: 'text', description: 'Kind of origin' },
  source_ref: { type: 'text', description: 'Reference of the origin' },
  owner: { type: 'text', description: 'E-mail address of the owner' },
  target_date: { type: 'date', description: 'Due date' },
  category: { type: 'text', description: 'Category' },
  priority: { type: 'text', description: 'Priority' },
  status: { type: 'text', values: improvementStatuses, description: 'Current status' },
  done_at: { type: 'timestamp', description: 'Set to done at' },
  verified_at: { type: 'timestamp', description: 'Verified at' },
  recheck_on: { type: 'date', description: 'Date of the next check' },
  look_since: { type: 'timestamp', description: 'Needs another look since' },
  created_at: { type: 'timestamp', description: 'Registered at' },
  updated_at: { type: 'timestamp', description: 'Last written at' },
} as const satisfies FilterFields

export const exampleImprovement: Improvement = {
  id: 'imp_0k3v9c8q1x7m2z5t',
  title: 'Rehearse major upgrades on a full copy',
  description: 'Measure the time of the upgrade on a copy of the same size before a window is requested.',
  source_type: 'pir',
  source_ref: 'PIR-2026-0042',
  owner: 'ines.marchetti@hindsight.example',
  former_owners: [],
  target_date: '2026-05-29',
  category: 'testing',
  priority: 'high',
  status: 'open',
  evidence: null,
  done_at: null,
  done_by: null,
  verified_at: null,
  verified_by: null,
  recheck_on: null,
  look_since: null,
  look_reason: null,
  created_at: '2026-03-09T14:00:00.000Z',
  updated_at: '2026-03-09T14:00:00.000Z',
}

const ImprovementId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the action') })

export const listImprovements = endpoint({
  ...routes.listImprovements,
  summary: 'Query improvement actions',
  description:
    'Newest first. Without `limit` a list has up to 1,000 records; see `total_count` and `Link` for the rest.',
  access: { system: 'itsm', scope: 'read' },
  query: z.strictObject({
    query: FilterQuery.optional(),
    sort: sortBy(['id', 'title', 'owner', 'target_date', 'status', 'created_at', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: improvementFields,
  response: z.object({ result: z.array(Improvement), total_count: z.int().min(0) }),
  errors: ['invalid_filter'],
  examples: {
    query: { query: 'source_ref = "PIR-2026-0042"' },
    response: { result: [exampleImprovement], total_count: 1 },
  },
})

export const createImprovement = endpoint({
  ...routes.createImprovement,
  summary: 'Register an improvement action',
  access: { system: 'itsm', scope: 'write' },
  body: NewImprovement,
  response: Improvement,
  status: 201,
  versioned: true,
  examples: {
    body: {
      title: exampleImprovement.title,
      description: exampleImprovement.description,
      source_type: 'pir',
      source_ref: 'PIR-2026-0042',
      owner: exampleImprovement.owner,
      target_date: '2026-05-29',
      category: 'testing',
      priority: 'high',
    },
    response: exampleImprovement,
  },
})

export const getImprovement = endpoint({
  ...routes.getImprovement,
  summary: 'Get one improvement action',
  access: { system: 'itsm', scope: 'read' },
  params: ImprovementId,
  response: Improvement,
  errors: ['not_found'],
  versioned: true,
  examples: { params: { id: exampleImprovement.id }, response: exampleImprovement },
})

export const updateImprovement = endpoint({
  ...clientRoutes.updateImprovement,
  summary: 'Update status, evidence, owner or target date of an improvement action',
  description:
    'A client with a token may set any status except `verified`, which needs a signed-in person, and `done` only with `evidence`. New evidence of a verified action sets it back to done. What people may do is described at `editImprovement`. Anything else is a conflict, with one detail per problem.',
  access: { system: 'itsm', scope: 'write' },
  params: ImprovementId,
  body: ImprovementPatch,
  bodyTypes: ['application/merge-patch+json'],
  response: Improvement,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: {
    params: { id: exampleImprovement.id },
    body: { status: 'in_progress' },
    response: { ...exampleImprovement, status: 'in_progress', updated_at: '2026-03-20T08:00:00.000Z' },
  },
})
