import { z } from 'zod'
import { TrackerKindName } from '#lib/contracts/connector-form.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { Improvement, ImprovementStatus } from '#lib/contracts/improvements.ts'
import {
  blockText,
  EmailAddress,
  Flag,
  lineText,
  oneOf,
  RecordedDate,
  Timestamp,
  text,
} from '#lib/contracts/primitives.ts'

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

const ImprovementId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the action') })

const reviewersAndOwners = endpointsFor('Improvements', { role: 'reviewer', orOwner: true })
const reviewers = endpointsFor('Improvements', { role: 'reviewer' })

export const editImprovement = reviewersAndOwners.patch('editImprovement', '/improvements/{id}', {
  summary: 'Edit an improvement action',
  description:
    'Omitted fields stay as they are; null clears a value. An action moves from open or in_progress to done with `evidence`, from done to verified with `recheck_on`, with `closed_by` where the closer of its issue is not known, and by somebody who took no part in it (ever owned it, set it to done, wrote its evidence, closed its issue, linked an issue, imported it), back from done or verified to in_progress with a `reason`, and to cancelled with a `reason`. Any other move is a conflict, with one detail per problem. A change of title, description or evidence of a verified action sets it back to done, to be verified again. The owner of an action needs no role for its `status`, between open, in_progress and done, and its `evidence`; for anything else the role reviewer is needed.',
  params: ImprovementId,
  body: ImprovementEdit,
  response: Improvement,
  errors: ['not_found', 'conflict', 'forbidden'],
  versioned: true,
  examples: {
    body: { title: 'Rehearse major upgrades on a full copy' },
  },
})

export const deleteImprovement = reviewers.delete('deleteImprovement', '/improvements/{id}', {
  summary: 'Remove an improvement action that is still open',
  description:
    'An action that is in progress, done, verified or cancelled cannot be removed: that is a conflict. The history keeps the removed action.',
  params: ImprovementId,
  errors: ['not_found', 'conflict'],
})

export const settleImprovementLook = reviewers.post('settleImprovementLook', '/improvements/{id}/look', {
  summary: 'Say whether the incident that brought an action back is the same failure',
  description:
    'For the same failure, the action stays in progress and its evidence is void. For another failure, it is done or verified again as before.',
  params: ImprovementId,
  body: z.strictObject({
    is_same_failure: Flag.describe('Whether the action did not help'),
    note: blockText(2_000).describe('What the check showed; stored in the history'),
  }),
  response: Improvement,
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    body: { is_same_failure: false, note: 'The new one came from a full disk.' },
  },
})

export const IssueLink = z
  .object({
    improvement_id: z.string().describe('Identifier of the action'),
    connection_id: z.string().describe('Identifier of the connection'),
    connection_name: z.string().describe('Name of the connection'),
    kind: TrackerKindName.describe('The tracker'),
    system: z.string().describe('Name of the tracker, such as Jira'),
    issue_key: z.string().nullable().describe('Key of the issue, such as OPS-12; null until it is created'),
    url: z.string().nullable().describe('Page of the issue; null until it is created'),
    status: oneOf(['creating', 'linked', 'gone', 'failed']).describe(
      'Waiting to be created, linked, deleted or hidden in the tracker, or failed until it is tried again',
    ),
    issue_status: z.string().nullable().describe('Status of the issue in the tracker; null before it was read'),
    was_closed: z
      .boolean()
      .describe('Whether it was closed when it was linked, and still is: then it does not set the action to done'),
    refused_fields: z.array(z.string()).describe('Fields that the tracker did not accept'),
    error: z.string().nullable().describe('Why the last synchronization failed; null if it did not'),
    synced_at: Timestamp.nullable().describe('When both sides were last equal; null for never'),
  })
  .meta({ id: 'IssueLink' })
export type IssueLink = z.infer<typeof IssueLink>

export const IssueTracker = z
  .object({
    connection_id: z.string().describe('Identifier of the connection'),
    name: z.string().describe('Name of the connection'),
    kind: TrackerKindName.describe('The tracker'),
    system: z.string().describe('Name of the tracker, such as Jira'),
    key_example: z.string().describe('The key of an issue, as an example'),
    project: z
      .string()
      .nullable()
      .describe('Where issues are created; null if they can only be linked, from further projects'),
  })
  .meta({ id: 'IssueTracker' })
export type IssueTracker = z.infer<typeof IssueTracker>

const LinkId = ImprovementId.extend({
  connection_id: z.string().min(1).max(64).describe('Identifier of the connection'),
})
const Reference = z.object({ reference: z.string().min(1).max(64).describe('Reference of the review') })

const connection_id = 'con_01jdh3m8w5c2v7k9q4r6t8y0ab'

const viewers = endpointsFor('Improvements', { role: 'viewer' })

export const listIssueLinks = viewers.get('listIssueLinks', '/improvements/{id}/issue-links', {
  summary: 'List the issues of an improvement action, and the trackers that can have more',
  params: ImprovementId,
  response: z.object({
    result: z.array(IssueLink).describe('At most one for each connection'),
    trackers: z.array(IssueTracker).describe('Connections without an issue of the action'),
  }),
})

export const listReviewIssueLinks = viewers.get('listReviewIssueLinks', '/reviews/{reference}/issue-links', {
  summary: 'List the issues of the improvement actions of a review',
  params: Reference,
  response: z.object({ result: z.array(IssueLink) }),
  errors: [],
})

export const addIssueLink = reviewers.post('addIssueLink', '/improvements/{id}/issue-links', {
  summary: 'Create an issue for an improvement action, or link an existing one',
  description:
    'Without `issue`, an issue is created in the project of the connection; this happens within a minute, and once even if a response of the tracker is lost. Status is synchronized both ways from then on; an issue that was closed before it was linked does not set the action to done; title, due date and owner are written to the issue, and the description to one that was created here.',
  params: ImprovementId,
  body: z.strictObject({
    connection_id: z.string().min(1).max(64).describe('Identifier of the connection'),
    issue: text(500)
      .optional()
      .describe('Key or address of an existing issue in a project of the connection, such as OPS-12'),
  }),
  response: IssueLink,
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: { body: { connection_id, issue: 'OPS-12' } },
})

export const removeIssueLink = reviewers.delete('removeIssueLink', '/improvements/{id}/issue-links/{connection_id}', {
  summary: 'Unlink an issue from an improvement action; the issue itself stays',
  params: LinkId,
  examples: { params: { connection_id } },
})

export const syncIssueLink = reviewers.post('syncIssueLink', '/improvements/{id}/issue-links/{connection_id}/sync', {
  summary: 'Synchronize an issue with its improvement action now, also after a failure',
  params: LinkId,
  response: IssueLink,
  status: 201,
  examples: { params: { connection_id } },
})
