import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Improvement, ImprovementStatus, improvement } from '#lib/contracts/improvements.ts'
import { blockText, EmailAddress, lineText, RecordedDate } from '#lib/contracts/primitives.ts'

/** The fields of an improvement that people may edit. Interface B accepts four of them. */
export const ImprovementEdit = z
  .strictObject({
    title: lineText(200).describe('What is to be done, in a line'),
    description: blockText(20_000).nullable().describe('What is to be done, at length'),
    owner: EmailAddress.describe('E-mail address of the owner'),
    target_date: RecordedDate.describe('Date by which it is to be done'),
    category: lineText(64).nullable().describe('What it is about'),
    priority: lineText(64).nullable().describe('How urgent it is'),
    status: ImprovementStatus.describe('New status'),
    evidence: blockText(20_000).describe('What shows that it is done; needed to move to `done`'),
    recheck_on: RecordedDate.describe('Date of the next check; needed to move to `verified`'),
    closed_by: EmailAddress.describe(
      'Who closed its issue: an account or a person of the directory; needed to move to `verified` where the tracker names nobody who is known',
    ),
    reason: blockText(2_000).describe('Why it is reopened or cancelled; stored in the history'),
  })
  .partial()
  .meta({ id: 'ImprovementEdit' })
export type ImprovementEdit = z.infer<typeof ImprovementEdit>

const exampleEdited: Improvement = { ...improvement.example, updated_at: '2026-03-10T09:30:00.000Z' }

const ImprovementId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the action') })

export const editImprovement = endpoint({
  ...route('editImprovement', 'Improvements', 'PATCH', '/api/app/v1/improvements/{id}'),
  summary: 'Edit an improvement action',
  description:
    'Omitted fields stay as they are; null clears a value. An action moves from open or in_progress to done with `evidence`, from done to verified with `recheck_on`, with `closed_by` where the closer of its issue is not known, and by somebody who took no part in it (ever owned it, set it to done, wrote its evidence, closed its issue, linked an issue, imported it), back from done or verified to in_progress with a `reason`, and to cancelled with a `reason`. Any other move is a conflict, with one detail per problem. A change of title, description or evidence of a verified action sets it back to done, to be verified again. The owner of an action needs no role for its `status`, between open, in_progress and done, and its `evidence`; for anything else the role reviewer is needed.',
  access: { role: 'reviewer', orOwner: true },
  params: ImprovementId,
  body: ImprovementEdit,
  response: Improvement,
  errors: ['not_found', 'conflict', 'forbidden'],
  versioned: true,
  examples: {
    params: { id: 'imp_0k3v9c8q1x7m2z5t' },
    body: { title: 'Rehearse major upgrades on a full copy' },
    response: exampleEdited,
  },
})

export const deleteImprovement = endpoint({
  ...route('deleteImprovement', 'Improvements', 'DELETE', '/api/app/v1/improvements/{id}'),
  summary: 'Remove an improvement action that is still open',
  description:
    'An action that is in progress, done, verified or cancelled cannot be removed: that is a conflict. The history keeps the removed action.',
  access: { role: 'reviewer' },
  params: ImprovementId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  examples: { params: { id: 'imp_0k3v9c8q1x7m2z5t' } },
})

export const settleImprovementLook = endpoint({
  ...route('settleImprovementLook', 'Improvements', 'POST', '/api/app/v1/improvements/{id}/look'),
  summary: 'Say whether the incident that brought an action back is the same failure',
  description:
    'For the same failure, the action stays in progress and its evidence is void. For another failure, it is done or verified again as before.',
  access: { role: 'reviewer' },
  params: ImprovementId,
  body: z.strictObject({
    is_same_failure: z.boolean({ error: 'must be true or false' }).describe('Whether the action did not help'),
    note: blockText(2_000).describe('What the check showed; stored in the history'),
  }),
  response: Improvement,
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { id: exampleEdited.id },
    body: { is_same_failure: false, note: 'The new one came from a full disk.' },
    response: { ...exampleEdited, status: 'done', evidence: 'Rehearsed on 2026-04-02; the log is in the wiki.' },
  },
})
