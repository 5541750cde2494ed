import { z } from 'zod'
import * as clientRoutes from './client-routes.ts'
import { endpoint } from './endpoint.ts'
import type { FilterFields } from './filter-fields.ts'
import { FilterQuery, RecordPage } from './pages.ts'
import { CalendarDate, oneOf, RecordedDate, sortBy, Timestamp, text } from './primitives.ts'
import { closeCodes } from './record-values.ts'
import * as routes from './routes.ts'

export const changeStates = [
  'new',
  'assess',
  'authorize',
  'scheduled',
  'implement',
  'review',
  'closed',
  'canceled',
] as const
/** The states of a change that has not reached review. */
export const statesBeforeReview = ['new', 'assess', 'authorize', 'scheduled', 'implement'] as const
export const changeTypes = ['standard', 'normal', 'emergency'] as const
export const changeRisks = ['low', 'moderate', 'high', 'very_high'] as const
export const reviewOutcomes = ['successful', 'successful_with_issues', 'partially_successful', 'failed'] as const

export const ChangeState = oneOf(changeStates).meta({ id: 'ChangeState' })
export const ReviewOutcome = oneOf(reviewOutcomes).meta({ id: 'ReviewOutcome' })
export type ChangeState = z.infer<typeof ChangeState>
export type ReviewOutcome = z.infer<typeof ReviewOutcome>

/** A plan or an assessment of the system of record: any JSON object; the order of keys is preserved. */
export const Document = z
  .record(z.string(), z.unknown())
  .meta({ id: 'Document', description: 'A plan or an assessment as stored in the system of record: any JSON object' })
export type Document = z.infer<typeof Document>

/** A change record (specification, section 2.2, with the additions of the contract). */
export const ChangeRecord = z
  .object({
    number: z.string().describe('Change identifier'),
    title: z.string().describe('What is changed, in a line'),
    state: ChangeState.describe('Current status of the change'),
    type: oneOf(changeTypes).describe('Type of change'),
    risk: oneOf(changeRisks).nullable().describe('Rated risk; null when not rated'),
    affected_services: z.array(z.string()).describe('Services that the change touches'),
    implementation_plan: Document.nullable().describe('How it is carried out; null when absent'),
    risk_assessment: Document.nullable().describe('What may go wrong; null when absent'),
    backout_plan: Document.nullable().describe('How it is rolled back; null when absent'),
    planned_start: Timestamp.nullable().describe('Start of the planned window'),
    planned_end: Timestamp.nullable().describe('End of the planned window'),
    actual_start: Timestamp.nullable().describe('When work began; null before'),
    actual_end: Timestamp.nullable().describe('When work ended; null before'),
    assigned_to: z
      .string()
      .nullable()
      .describe('E-mail address of the implementer; the text of the source if it names nobody in the directory'),
    close_code: oneOf(closeCodes)
      .nullable()
      .describe('How the implementation ended according to the source; not the outcome of a review. null when unknown'),
    close_notes: z.string().nullable().describe('Notes written when it was closed'),
    rolled_back_at: Timestamp.nullable().describe('When a pipeline rolled it back; null when none reported that'),
    pir_completed: z.boolean().describe('Whether the review is completed'),
    pir_reference: z.string().nullable().describe('Reference of the review, such as PIR-2026-0042'),
    pir_outcome: ReviewOutcome.nullable().describe('Overall assessment'),
    pir_date: CalendarDate.nullable().describe('Date of the review'),
    is_stub: z.boolean().describe('Created because an incident names the change; nothing else is known about it'),
    created_at: Timestamp.describe('When the change was recorded'),
    updated_at: Timestamp.describe('When it was last written'),
  })
  .meta({ id: 'Change' })
export type ChangeRecord = z.infer<typeof ChangeRecord>

export const ChangeNumber = z.object({ number: z.string().min(1).max(64).describe('Change identifier') })

/** The fields of the review that a client may write; null clears a value. */
export const ChangePatch = z
  .strictObject({
    pir_completed: z
      .boolean({ error: 'must be true, false or null' })
      .nullable()
      .describe('Whether the review is completed; null means false'),
    pir_reference: text(64).nullable().describe('Reference of the review, such as PIR-2026-0042'),
    pir_outcome: ReviewOutcome.nullable().describe('Overall assessment'),
    pir_date: RecordedDate.nullable().describe('Date of the review'),
  })
  .partial()
  .meta({ id: 'ChangePatch' })
export type ChangePatch = z.infer<typeof ChangePatch>

export const changeFields = {
  number: { type: 'text', isNumber: true, description: 'Change identifier' },
  title: { type: 'text', description: 'Title' },
  state: { type: 'text', values: changeStates, description: 'Current status' },
  type: { type: 'text', values: changeTypes, description: 'Type of change' },
  risk: { type: 'text', values: changeRisks, description: 'Rated risk' },
  affected_services: { type: 'list', description: 'Services that the change touches' },
  planned_start: { type: 'timestamp', description: 'Planned start' },
  planned_end: { type: 'timestamp', description: 'Planned end' },
  actual_start: { type: 'timestamp', description: 'Actual start' },
  actual_end: { type: 'timestamp', description: 'Actual end' },
  assigned_to: { type: 'text', description: 'E-mail address of the implementer' },
  close_code: { type: 'text', values: closeCodes, description: 'How the implementation ended' },
  pir_completed: { type: 'boolean', description: 'Whether the review is completed' },
  pir_reference: { type: 'text', description: 'Reference of the review' },
  pir_outcome: { type: 'text', values: reviewOutcomes, description: 'Outcome of the review' },
  pir_date: { type: 'date', description: 'Date of the review' },
  is_stub: { type: 'boolean', description: 'Only the number is known' },
  created_at: { type: 'timestamp', description: 'Recorded at' },
  updated_at: { type: 'timestamp', description: 'Last written at' },
} as const satisfies FilterFields

export const exampleChange: ChangeRecord = {
  number: 'CHG0000042',
  title: 'Upgrade the payments database to PostgreSQL 18',
  state: 'review',
  type: 'normal',
  risk: 'high',
  affected_services: ['payments-db', 'payments-api'],
  implementation_plan: { steps: ['Stop writers', 'Run the upgrade', 'Start writers'] },
  risk_assessment: { likelihood: 'medium', impact: 'high' },
  backout_plan: { steps: ['Fail over to the untouched replica'] },
  planned_start: '2026-03-01T01:00:00.000Z',
  planned_end: '2026-03-01T03:00:00.000Z',
  actual_start: '2026-03-01T01:05:00.000Z',
  actual_end: '2026-03-01T04:20:00.000Z',
  assigned_to: 'tomas.lind@hindsight.example',
  close_code: 'successful_with_issues',
  close_notes: 'Done. The copy took longer than planned.',
  rolled_back_at: null,
  pir_completed: true,
  pir_reference: 'PIR-2026-0042',
  pir_outcome: 'successful_with_issues',
  pir_date: '2026-03-09',
  is_stub: false,
  created_at: '2026-02-17T09:12:00.000Z',
  updated_at: '2026-03-09T14:01:00.000Z',
}

export const listChanges = endpoint({
  ...clientRoutes.listChanges,
  summary: 'List changes',
  description:
    'Newest first. Without `limit` a list has up to 1,000 records; see `total_count` and `Link` for the rest.',
  access: { system: 'itsm', scope: 'read' },
  query: z.strictObject({
    query: FilterQuery.optional(),
    sort: sortBy(['number', 'title', 'state', 'planned_start', 'actual_end', 'created_at', 'updated_at']).optional(),
    ...RecordPage,
  }),
  filterFields: changeFields,
  response: z.object({ result: z.array(ChangeRecord), total_count: z.int().min(0) }),
  errors: ['invalid_filter'],
  examples: {
    query: { query: 'state = review AND risk IN (high, very_high)', limit: '20' },
    response: { result: [exampleChange], total_count: 1 },
  },
})

export const getChange = endpoint({
  ...routes.getChange,
  summary: 'Get one change',
  access: { system: 'itsm', scope: 'read' },
  params: ChangeNumber,
  response: ChangeRecord,
  errors: ['not_found'],
  versioned: true,
  examples: { params: { number: 'CHG0000042' }, response: exampleChange },
})

export const updateChange = endpoint({
  ...clientRoutes.updateChange,
  summary: 'Update the review fields of a change',
  description:
    'Accepts any of the four review fields, in any state of the change. null clears a value; `{}` changes nothing. ' +
    'Only for tokens: a browser session gets 409, with the page of the review that writes these fields. ' +
    '`pir_completed: true` completes an open review of the change through the API, on behalf of the token: ' +
    'it leaves the queue, and without a `pir_reference` the change gets its reference. ' +
    'The fields are always written, but where the review needs a sign-off it is not completed: it waits for the sign-off of a manager who took no part, who signs what the token wrote. Whoever issued the token took part. A live change that needs a sign-off and has no review gets one, which waits in the same way. ' +
    '`pir_completed: false` or null reopens a completed or submitted review with its previous due date; its last version is preserved. ' +
    'Other fields that are set after a review was completed are shown with it as set through the API.',
  access: { system: 'itsm', scope: 'write' },
  params: ChangeNumber,
  body: ChangePatch,
  bodyTypes: ['application/merge-patch+json'],
  response: ChangeRecord,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: {
    params: { number: 'CHG0000042' },
    body: {
      pir_completed: true,
      pir_reference: 'PIR-2026-0042',
      pir_outcome: 'successful_with_issues',
      pir_date: '2026-03-09',
    },
    response: exampleChange,
  },
})
