import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { listQuestions } from '#lib/review/questions/question.ts'
import { type ProposableField, steps } from '#lib/review/questions/steps.ts'
import { createProposedAnswer, LessonDraft, type ReviewForm, type ReviewStep, reviewForms } from './review-forms.ts'
import { reviewSteps } from './review-values.ts'
import { ReferenceOfReview } from './reviews.ts'

/** The values of proposals that are not those of the form: one entry of a list, or words of their own. */
const ownValues = {
  'incidents.decisions': reviewForms.incidents.shape.decisions.element.describe('The decision about one incident'),
  'outcome.outcome': ReviewOutcome.describe('The outcome'),
  'lessons.drafts': LessonDraft.omit({ key: true, article_id: true, publishes: true }).describe('One lesson'),
} as const satisfies Partial<Record<ProposableField, z.ZodType>>

type OwnValues = { [Field in keyof typeof ownValues]: z.infer<(typeof ownValues)[Field]> }
type ValueOf<Field extends ProposableField> = Field extends keyof OwnValues
  ? OwnValues[Field]
  : Field extends `${infer Name extends ReviewStep}.${infer Asked}`
    ? NonNullable<ReviewForm<Name>[Asked & keyof ReviewForm<Name>]>
    : never

/** An answer that can be proposed: the value of a field, or one entry to add to a list. */
export type ProposedPart = {
  [Field in ProposableField]: { field: Field; value: ValueOf<Field> }
}[ProposableField]

const parts = reviewSteps.flatMap((name) =>
  listQuestions(steps[name]).flatMap(([asked, question]) => {
    const field = `${name}.${asked}`
    const own: Readonly<Record<string, z.ZodType>> = ownValues
    if (!question.proposable) return []
    const value = own[field] ?? createProposedAnswer(question)
    return z.strictObject({ field: z.literal(field).describe('The field of the review'), value })
  }),
)

export const ProposedPart = z
  .discriminatedUnion('field', parts as [(typeof parts)[number], ...typeof parts])
  .meta({ id: 'ProposedPart' }) as unknown as z.ZodType<ProposedPart>

/** Maximum undecided proposals of a review. */
export const maxOpenProposals = 100

export const ReviewProposal = z
  .object({
    id: z.string().describe('Identifier of the proposal'),
    part: ProposedPart.describe('The answer that is proposed'),
    proposed_by: z.string().describe('Name of the token or the person in whose name an assistant proposed it'),
    proposed_at: Timestamp.describe('When it was proposed'),
  })
  .meta({ id: 'ReviewProposal' })
export type ReviewProposal = z.infer<typeof ReviewProposal>

export const proposalDecisions = ['taken', 'dismissed'] as const

const viewers = endpointsFor('Reviews', { role: 'viewer' })
const people = endpointsFor('Reviews', { role: 'reviewer', onlyPeople: true })

export const listReviewProposals = viewers.get('listReviewProposals', '/reviews/{reference}/proposals', {
  summary: `List what assistants propose for a review and nobody decided on, oldest first; at most ${maxOpenProposals}`,
  params: ReferenceOfReview,
  response: z.object({ result: z.array(ReviewProposal) }),
})

export const decideReviewProposal = people.post(
  'decideReviewProposal',
  '/reviews/{reference}/proposals/{id}/decision',
  {
    params: ReferenceOfReview.extend({ id: z.string().min(1).max(64).describe('Identifier of the proposal') }),
    body: z.strictObject({ decision: oneOf(proposalDecisions) }),
    errors: ['not_found', 'conflict'],
  },
)
