import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { exampleReview, ReferenceOfReview, ReviewForms } from './reviews.ts'

export const publishLesson = endpoint({
  ...route('publishLesson', 'Reviews', 'POST', '/api/app/v1/reviews/{reference}/lessons/{key}/publication'),
  summary: 'Publish a saved lesson draft with its review',
  description:
    'The article is created, or the published one updated, with the text that is saved when the review is completed or signed off. Until then only the review shows it.',
  access: { role: 'reviewer', onlyPeople: true },
  params: ReferenceOfReview.extend({ key: z.string().min(1).max(200).describe('Key of the lesson draft') }),
  body: z.strictObject({
    mask_names: z.boolean({ error: 'must be true or false' }).describe('Replace names of people by their role'),
  }),
  response: z.object({
    saved: ReviewForms.shape.lessons.describe('The stored step; its version may have changed'),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { reference: 'PIR-2026-0042', key: 'lesson-1' },
    body: { mask_names: true },
    response: { saved: exampleReview.steps.lessons },
  },
})
