import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Timestamp, text } from '#lib/contracts/primitives.ts'
import { ReviewField } from './review-forms.ts'

export const Comment = z
  .object({
    id: z.string().describe('Identifier of the comment'),
    reference: z.string().describe('Reference of the review'),
    field: ReviewField.nullable().describe('Field of the review that it is about; null for the whole review'),
    author: z.string().describe('E-mail address of the author'),
    author_name: z.string().describe('Name of the author'),
    body: z.string().describe('Plain text; `@Name` mentions a person'),
    mentions: z.array(z.string()).describe('E-mail addresses of the people it mentions'),
    created_at: Timestamp.describe('When it was written'),
    edited_at: Timestamp.nullable().describe('When it was last edited; null for never'),
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof Comment>

const CommentText = z.strictObject({ body: text(10_000) })

/** A comment on the whole review, or on a field. */
const NewComment = CommentText.extend({
  field: ReviewField.optional().describe('Field of the review that it is about'),
})

const exampleComment: Comment = {
  id: 'cmt_01jdh3m8w5c2v7k9q4r6t8y0ab',
  reference: 'PIR-2026-0042',
  field: 'plan.actual_end',
  author: 'reviewer@hindsight.example',
  author_name: 'Noor Haddad',
  body: '@Henrike Vos was the second window ever agreed on?',
  mentions: ['manager@hindsight.example'],
  created_at: '2026-03-09T13:20:00.000Z',
  edited_at: null,
}

const OfReview = z.object({ reference: z.string().min(1).max(64).describe('Reference of the review') })
const CommentId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the comment') })

export const listComments = endpoint({
  ...route('listComments', 'Discussion', 'GET', '/api/app/v1/reviews/{reference}/comments'),
  summary: 'List the comments on a review, oldest first, with the people who can be mentioned',
  access: { role: 'viewer' },
  params: OfReview,
  response: z.object({
    result: z.array(Comment).describe('At most 500, the maximum for a review'),
    people: z
      .array(
        z.object({
          name: z.string().describe('Name, as a mention writes it'),
          email: z.string().describe('E-mail address'),
        }),
      )
      .describe('People with an account, by name'),
  }),
  errors: ['not_found'],
  examples: {
    params: { reference: 'PIR-2026-0042' },
    response: { result: [exampleComment], people: [{ name: 'Henrike Vos', email: 'manager@hindsight.example' }] },
  },
})

export const addComment = endpoint({
  ...route('addComment', 'Discussion', 'POST', '/api/app/v1/reviews/{reference}/comments'),
  access: { role: 'reviewer', onlyPeople: true },
  params: OfReview,
  body: NewComment,
  response: Comment,
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const editComment = endpoint({
  ...route('editComment', 'Discussion', 'PATCH', '/api/app/v1/comments/{id}'),
  access: { role: 'reviewer', onlyPeople: true },
  params: CommentId,
  body: CommentText,
  response: Comment,
  errors: ['not_found'],
})

export const deleteComment = endpoint({
  ...route('deleteComment', 'Discussion', 'DELETE', '/api/app/v1/comments/{id}'),
  access: { role: 'reviewer', onlyPeople: true },
  params: CommentId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
})
