import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import { IncidentsForm, LessonDraft, OutcomeForm, PlanForm, type ReviewField, RiskForm } from './review-forms.ts'
import { ReferenceOfReview } from './reviews.ts'

const part = <const Field extends ReviewField, Value extends z.ZodType>(field: Field, value: Value) =>
  z.strictObject({ field: z.literal(field).describe('The field of the review'), value })

const words = (max: number, meaning: string) => text(max).describe(meaning)

/** An answer that can be proposed: the value of a field, or one entry to add to a list. */
export const ProposedPart = z
  .discriminatedUnion('field', [
    part('plan.is_objective_met', PlanForm.shape.is_objective_met.unwrap().describe('Whether the objective was met')),
    part('plan.notes', words(20_000, 'Notes on the plan')),
    part('risk.verdict', RiskForm.shape.verdict.unwrap().describe('Whether the risk was rated correctly')),
    part('risk.missed', words(20_000, 'What the assessment missed')),
    part('incidents.decisions', IncidentsForm.shape.decisions.element.describe('The decision about one incident')),
    part('outcome.outcome', OutcomeForm.shape.outcome.unwrap().describe('The outcome')),
    part('outcome.justification', words(20_000, 'Why it differs from the outcome that the evidence suggests')),
    part('improvements.notes', words(20_000, 'Notes on the actions')),
    part('lessons.drafts', LessonDraft.omit({ key: true, article_id: true, publishes: true }).describe('One lesson')),
  ])
  .meta({ id: 'ProposedPart' })
export type ProposedPart = z.infer<typeof ProposedPart>

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

const exampleProposal: ReviewProposal = {
  id: 'prp_01jdh3m8w5c2v7k9q4r6t8y0ab',
  part: { field: 'risk.missed', value: 'The copy was a tenth of the size.' },
  proposed_by: 'Operations chat',
  proposed_at: '2026-03-09T13:20:00.000Z',
}

const viewers = endpointsFor('Reviews', { role: 'viewer' })
const people = endpointsFor('Reviews', { role: 'reviewer', onlyPeople: true })

export const listReviewProposals = viewers.get('listReviewProposals', '/reviews/{reference}/proposals', {
  summary: `List what assistants propose for a review and nobody decided on, oldest first; at most ${maxOpenProposals}`,
  params: ReferenceOfReview,
  response: z.object({ result: z.array(ReviewProposal) }),
  examples: { params: { reference: 'PIR-2026-0042' }, response: { result: [exampleProposal] } },
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
