import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { pageOf } from '#lib/contracts/pages.ts'
import { oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'

const deploymentStatuses = ['running', 'succeeded', 'failed', 'canceled'] as const

/** The reference of an unrecorded change to a change number. */
const deploymentNamings = ['named', 'unknown', 'mentioned'] as const

export const UnrecordedChange = z
  .object({
    id: z.string().describe('Identifier of the deployment'),
    change_number: z.string().describe('Number of the change that was made from it'),
    service: z.string().describe('The service that was deployed'),
    environment: z.string().describe('Where it was deployed, as the pipeline names it'),
    title: z.string().nullable().describe('What the pipeline says about it'),
    ref: z.string().nullable().describe('Branch, tag or artifact'),
    named_change: z
      .string()
      .nullable()
      .describe('The change that it names in its own field, else one that its texts mention'),
    naming: oneOf(deploymentNamings)
      .nullable()
      .describe(
        'named: of another service, not authorised, or not open when it began; unknown: no such change is recorded; mentioned: in a text, and of another service or window',
      ),
    url: z.string().nullable().describe('Its page in the pipeline'),
    status: oneOf(deploymentStatuses).describe('How it ended'),
    is_rollback: z.boolean().describe('Whether it rolled back an earlier deployment'),
    started_at: Timestamp.describe('When it began'),
    ended_at: Timestamp.nullable().describe('When it ended; null while it runs'),
    connection: z.string().describe('Name of the connection that reported it'),
  })
  .meta({ id: 'UnrecordedChange' })
export type UnrecordedChange = z.infer<typeof UnrecordedChange>

const DeploymentId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the deployment') })

const managers = endpointsFor('Changes', { role: 'manager' })
const people = endpointsFor('Changes', { role: 'manager', onlyPeople: true })

export const listUnrecordedChanges = managers.get('listUnrecordedChanges', '/unrecorded-changes', {
  summary: 'Deployments to production that no change authorised, newest first',
  query: z.strictObject({
    service: text(200).optional().describe('Only those of this service'),
    ...pageOf('Deployments', 100, 50),
  }),
  response: z.object({
    result: z.array(UnrecordedChange),
    total_count: z.int().min(0),
    services: z
      .array(z.object({ service: z.string(), count: z.int().min(1) }))
      .describe('The services with the number of their unrecorded changes, most first'),
  }),
})

export const reviewUnrecordedChange = people.post('reviewUnrecordedChange', '/unrecorded-changes/{id}/review', {
  params: DeploymentId,
  response: z.object({
    change_number: z.string().describe('Number of the change'),
    reference: z.string().describe('Reference of its review'),
  }),
  errors: ['not_found', 'conflict'],
})

export const dismissUnrecordedChange = people.post('dismissUnrecordedChange', '/unrecorded-changes/{id}/dismissal', {
  params: DeploymentId,
  body: z.strictObject({ reason: text(2000) }),
  errors: ['not_found', 'conflict'],
})
