import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { ReferenceOfReview, ReviewForms } from './reviews.ts'

export const publishLesson = endpoint({
  ...route('publishLesson', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/lessons/{key}/publication'),
  access: { role: 'reviewer', onlyPeople: true },
  params: ReferenceOfReview.extend({ key: z.string().min(1).max(200) }),
  body: z.strictObject({
    mask_names: z.boolean({ error: 'must be true or false' }),
  }),
  response: z.object({
    saved: ReviewForms.shape.lessons,
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
})
