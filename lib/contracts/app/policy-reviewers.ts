import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { EmailAddress, text } from '#lib/contracts/primitives.ts'

const GroupMembers = z
  .array(EmailAddress)
  .min(1, { error: 'must have at least one member' })
  .max(50, { error: 'must have at most 50 members' })

export const NewReviewerGroup = z.strictObject({ name: text(100).describe('Name of the group'), members: GroupMembers })
export type NewReviewerGroup = z.infer<typeof NewReviewerGroup>

export const ReviewerGroup = z
  .object({
    id: z.string().describe('Identifier of the group'),
    name: z.string().describe('Name of the group'),
    members: z
      .array(
        z.object({
          email: z.string().describe('E-mail address'),
          name: z.string().nullable().describe('Name; null if no account has this address'),
          can_review: z.boolean().describe('Has an enabled account that may review; other members are skipped'),
        }),
      )
      .describe('The members, in the order of their turns'),
    last: z.string().nullable().describe('E-mail address of the member who got the last review'),
    rules: z.array(z.string()).describe('Names of the rules that assign to it'),
    version: z.int().min(1).describe('Incremented by each edit; determines the ETag'),
  })
  .meta({ id: 'ReviewerGroup' })
export type ReviewerGroup = z.infer<typeof ReviewerGroup>

const exampleGroup: ReviewerGroup = {
  id: 'grp_01jdh3m8w5c2v7k9q4r6t8y0ab',
  name: 'Change reviewers',
  members: [
    { email: 'reviewer@hindsight.example', name: 'Noor Haddad', can_review: true },
    { email: 'reviewer2@hindsight.example', name: 'Callum Reid', can_review: true },
  ],
  last: 'reviewer@hindsight.example',
  rules: ['Over its window'],
  version: 1,
}
const GroupId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the group') })

export const listReviewerGroups = endpoint({
  ...route('listReviewerGroups', 'Policy', 'GET', '/api/app/v1/policy/groups'),
  summary: 'List the reviewer groups by name',
  access: { role: 'reviewer' },
  response: z.object({ result: z.array(ReviewerGroup), total_count: z.int().min(0) }),
  examples: { response: { result: [exampleGroup], total_count: 1 } },
})

export const createReviewerGroup = endpoint({
  ...route('createReviewerGroup', 'Policy', 'POST', '/api/app/v1/policy/groups'),
  access: { role: 'manager', onlyPeople: true },
  body: NewReviewerGroup,
  response: ReviewerGroup,
  status: 201,
  errors: ['conflict'],
  versioned: true,
})

export const updateReviewerGroup = endpoint({
  ...route('updateReviewerGroup', 'Policy', 'PATCH', '/api/app/v1/policy/groups/{id}'),
  access: { role: 'manager', onlyPeople: true },
  params: GroupId,
  body: NewReviewerGroup.partial(),
  response: ReviewerGroup,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

export const deleteReviewerGroup = endpoint({
  ...route('deleteReviewerGroup', 'Policy', 'DELETE', '/api/app/v1/policy/groups/{id}'),
  access: { role: 'manager', onlyPeople: true },
  params: GroupId,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

export const ServiceReviewer = z
  .object({
    service: z.string().describe('Name of the service, as changes name it'),
    reviewer: z.string().describe('E-mail address of the reviewer'),
    reviewer_name: z.string().nullable().describe('Name of the reviewer'),
    can_review: z.boolean().describe('Has an enabled account that may review; otherwise nobody gets the review'),
  })
  .meta({ id: 'ServiceReviewer' })
export type ServiceReviewer = z.infer<typeof ServiceReviewer>

const exampleService: ServiceReviewer = {
  service: 'payments-db',
  reviewer: 'reviewer@hindsight.example',
  reviewer_name: 'Noor Haddad',
  can_review: true,
}
const ServiceName = z.object({ service: z.string().min(1).max(200).describe('Name of the service') })

export const listServiceReviewers = endpoint({
  ...route('listServiceReviewers', 'Policy', 'GET', '/api/app/v1/policy/services'),
  summary: 'List the reviewers of services',
  access: { role: 'reviewer' },
  response: z.object({
    result: z.array(ServiceReviewer),
    total_count: z.int().min(0),
    unset: z.array(z.string()).describe('Services of changes without a reviewer'),
  }),
  examples: { response: { result: [exampleService], total_count: 1, unset: ['warehouse-wms'] } },
})

export const setServiceReviewer = endpoint({
  ...route('setServiceReviewer', 'Policy', 'PUT', '/api/app/v1/policy/services/{service}'),
  access: { role: 'manager', onlyPeople: true },
  params: ServiceName,
  body: z.strictObject({ reviewer: EmailAddress }),
  response: ServiceReviewer,
})

export const deleteServiceReviewer = endpoint({
  ...route('deleteServiceReviewer', 'Policy', 'DELETE', '/api/app/v1/policy/services/{service}'),
  access: { role: 'manager', onlyPeople: true },
  params: ServiceName,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
})
