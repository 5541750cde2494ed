import { z } from 'zod'
import { TrackerKindName } from '#lib/contracts/connector-form.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'

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

const ImprovementId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the action') })
const LinkId = ImprovementId.extend({
  connection_id: z.string().min(1).max(64).describe('Identifier of the connection'),
})
const Reference = z.object({ reference: z.string().min(1).max(64).describe('Reference of the review') })

const exampleLink: IssueLink = {
  improvement_id: 'imp_0k3v9c8q1x7m2z5t',
  connection_id: 'con_01jdh3m8w5c2v7k9q4r6t8y0ab',
  connection_name: 'Operations',
  kind: 'jira',
  system: 'Jira',
  issue_key: 'OPS-12',
  url: 'https://example.atlassian.net/browse/OPS-12',
  status: 'linked',
  issue_status: 'In Progress',
  was_closed: false,
  refused_fields: [],
  error: null,
  synced_at: '2026-03-10T09:30:00.000Z',
}
const { improvement_id: id, connection_id } = exampleLink

export const listIssueLinks = endpoint({
  ...route('listIssueLinks', 'Improvements', 'GET', '/api/app/v1/improvements/{id}/issue-links'),
  summary: 'List the issues of an improvement action, and the trackers that can have more',
  access: { role: 'viewer' },
  params: ImprovementId,
  response: z.object({
    result: z.array(IssueLink).describe('At most one for each connection'),
    trackers: z.array(IssueTracker).describe('Connections without an issue of the action'),
  }),
  errors: ['not_found'],
  examples: {
    params: { id },
    response: {
      result: [exampleLink],
      trackers: [
        {
          connection_id: 'con_01jdh3m8w5c2v7k9q4r6t8y0cd',
          name: 'Code',
          kind: 'github',
          system: 'GitHub',
          key_example: 'owner/name#12',
          project: 'acme/api',
        },
      ],
    },
  },
})

export const listReviewIssueLinks = endpoint({
  ...route('listReviewIssueLinks', 'Improvements', 'GET', '/api/app/v1/reviews/{reference}/issue-links'),
  summary: 'List the issues of the improvement actions of a review',
  access: { role: 'viewer' },
  params: Reference,
  response: z.object({ result: z.array(IssueLink) }),
  examples: { params: { reference: 'PIR-2026-0042' }, response: { result: [exampleLink] } },
})

export const addIssueLink = endpoint({
  ...route('addIssueLink', 'Improvements', 'POST', '/api/app/v1/improvements/{id}/issue-links'),
  summary: 'Create an issue for an improvement action, or link an existing one',
  description:
    'Without `issue`, an issue is created in the project of the connection; this happens within a minute, and once even if a response of the tracker is lost. Status is synchronized both ways from then on; an issue that was closed before it was linked does not set the action to done; title, due date and owner are written to the issue, and the description to one that was created here.',
  access: { role: 'reviewer' },
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
  examples: { params: { id }, body: { connection_id, issue: 'OPS-12' }, response: exampleLink },
})

export const removeIssueLink = endpoint({
  ...route('removeIssueLink', 'Improvements', 'DELETE', '/api/app/v1/improvements/{id}/issue-links/{connection_id}'),
  summary: 'Unlink an issue from an improvement action; the issue itself stays',
  access: { role: 'reviewer' },
  params: LinkId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id, connection_id } },
})

export const syncIssueLink = endpoint({
  ...route('syncIssueLink', 'Improvements', 'POST', '/api/app/v1/improvements/{id}/issue-links/{connection_id}/sync'),
  summary: 'Synchronize an issue with its improvement action now, also after a failure',
  access: { role: 'reviewer' },
  params: LinkId,
  response: IssueLink,
  status: 201,
  errors: ['not_found'],
  examples: { params: { id, connection_id }, response: exampleLink },
})
