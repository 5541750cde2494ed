import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { exampleReview, ReferenceOfReview, reviewMove } from './reviews.ts'

const params = { reference: exampleReview.reference }

export const findCleanCheck = endpoint({
  ...route('findCleanCheck', 'Reviews', 'GET', '/api/app/v1/reviews/{reference}/clean-check'),
  summary: 'Get the reasons why a review cannot be completed in the short form',
  description:
    'The review can be completed in the short form, alone or in bulk, while there are no faults and the review has rejected each of these incidents with a reason.',
  access: { role: 'viewer' },
  params: ReferenceOfReview,
  response: z.object({
    faults: z.array(z.string()).describe('Reasons in the change, or because the caller would complete the review'),
    linked_incidents: z.array(z.string()).describe('Numbers of the incidents that name the change'),
    urgent_incidents: z
      .array(z.string())
      .describe('Numbers of critical and high incidents on its services, from its start to 7 days after its end'),
  }),
  errors: ['not_found'],
  examples: {
    params,
    response: {
      faults: ['It was closed as successful with issues.'],
      linked_incidents: [],
      urgent_incidents: ['INC0000107'],
    },
  },
})

export const chooseFullForm = endpoint({
  ...route('chooseFullForm', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/full-form'),
  ...reviewMove,
  access: { role: 'reviewer', onlyPeople: true },
  body: z.strictObject({}),
})
