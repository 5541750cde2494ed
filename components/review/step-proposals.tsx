'use client'

import { Check, X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { ReviewSavers } from '#lib/api/review-savers.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ProposedPart, ReviewProposal } from '#lib/contracts/app/review-proposals.ts'
import { decideReviewProposal } from '#lib/contracts/routes.ts'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import { decisionLabels, objectiveLabels, reviewQuestions, verdictLabels } from '#lib/domain/review/review-labels.ts'

type StepProposalsProps = {
  reference: string
  savers: ReviewSavers
  /** Those for the step that is shown. */
  proposals: readonly ReviewProposal[]
}

/** What assistants propose for a step. A person takes each answer over into the form, or dismisses it. */
export function StepProposals({ reference, savers, proposals }: StepProposalsProps) {
  return (
    <section
      aria-labelledby="proposals-title"
      className="mb-5 rounded-lg border border-info-line bg-info-soft px-3 py-2 text-sm"
    >
      <h3 id="proposals-title" className="font-medium">
        Proposed by an assistant
      </h3>
      <p className="text-muted">Check each answer before you take it over: then it is yours.</p>
      <ul className="mt-2 divide-y divide-info-line">
        {proposals.map((proposal) => (
          <Proposal key={proposal.id} reference={reference} savers={savers} proposal={proposal} />
        ))}
      </ul>
    </section>
  )
}

type ProposalProps = Pick<StepProposalsProps, 'reference' | 'savers'> & { proposal: ReviewProposal }

function Proposal({ reference, savers, proposal }: ProposalProps) {
  const isHydrated = useHydrated()
  const decide = useEndpointMutation(decideReviewProposal)
  const { id, part } = proposal
  const { question, answer } = describe(part)
  const replaced = replacedBy(savers, part)
  // The form is filled once it is stored who took the answer: another reviewer may decide at the same time.
  const send = async (decision: 'taken' | 'dismissed') => {
    try {
      await decide.mutateAsync({ params: { reference, id }, body: { decision } })
    } catch (error) {
      showToast({ kind: 'error', title: 'Decision not saved', description: (error as Error).message })
      return
    }
    if (decision === 'taken') fillIn(savers, id, part)
  }
  const isDisabled = !isHydrated || decide.isSuccess
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{question}</p>
        <p className="max-h-60 overflow-y-auto break-words whitespace-pre-wrap">{answer}</p>
        <p className="text-xs text-muted">
          {replaced ? `Replaces “${replaced}”. ` : ''}Proposed by {proposal.proposed_by},{' '}
          <RelativeTime value={proposal.proposed_at} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          disabled={isDisabled}
          busy={decide.isPending}
          icon={<Check aria-hidden="true" />}
          aria-label={`Take over: ${question}`}
          onClick={() => send('taken')}
        >
          Take over
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={isDisabled}
          busy={decide.isPending}
          icon={<X aria-hidden="true" />}
          aria-label={`Dismiss: ${question}`}
          onClick={() => send('dismissed')}
        >
          Dismiss
        </Button>
      </div>
    </li>
  )
}

/** A proposed answer in the words of the form. */
function describe(part: ProposedPart): { question: string; answer: string } {
  switch (part.field) {
    case 'plan.is_objective_met':
      return { question: reviewQuestions.is_objective_met, answer: objectiveLabels[part.value] }
    case 'plan.notes':
      return { question: reviewQuestions.plan_notes, answer: part.value }
    case 'risk.verdict':
      return { question: reviewQuestions.verdict, answer: verdictLabels[part.value] }
    case 'risk.missed':
      return { question: reviewQuestions.missed, answer: part.value }
    case 'incidents.decisions': {
      const { incident, decision, reason } = part.value
      return {
        question: incident,
        answer: reason ? `${decisionLabels[decision]}: ${reason}` : decisionLabels[decision],
      }
    }
    case 'outcome.outcome':
      return { question: reviewQuestions.outcome, answer: outcomeCriteria[part.value].label }
    case 'outcome.justification':
      return { question: reviewQuestions.justification, answer: part.value }
    case 'improvements.notes':
      return { question: reviewQuestions.improvement_notes, answer: part.value }
    case 'lessons.drafts':
      return { question: `Lesson: ${part.value.title || 'without a title'}`, answer: part.value.content }
  }
}

/** The choice of the person that an answer would replace; texts are appended instead. */
function replacedBy(
  { steps: { plan, risk, incidents, outcome } }: ReviewSavers,
  part: ProposedPart,
): string | undefined {
  switch (part.field) {
    case 'plan.is_objective_met': {
      const { is_objective_met: chosen } = plan.form
      return chosen === null || chosen === part.value ? undefined : objectiveLabels[chosen]
    }
    case 'risk.verdict': {
      const { verdict } = risk.form
      return verdict === null || verdict === part.value ? undefined : verdictLabels[verdict]
    }
    case 'incidents.decisions': {
      const decision = incidents.form.decisions.find(({ incident }) => incident === part.value.incident)
      return decision === undefined || decision.decision === part.value.decision
        ? undefined
        : decisionLabels[decision.decision]
    }
    case 'outcome.outcome': {
      const { outcome: chosen } = outcome.form
      return chosen === null || chosen === part.value ? undefined : outcomeCriteria[chosen].label
    }
    default:
      return undefined
  }
}

/** Writes an answer into the form, after a text that is there: the person sees it, and the form saves itself as usual. */
function fillIn({ steps }: ReviewSavers, id: string, part: ProposedPart): void {
  const { plan, risk, incidents, outcome, improvements, lessons } = steps
  switch (part.field) {
    case 'plan.is_objective_met':
      plan.change({ is_objective_met: part.value })
      break
    case 'plan.notes':
      plan.change({ notes: appended(plan.form.notes, part.value) })
      break
    case 'risk.verdict':
      risk.change({ verdict: part.value })
      break
    case 'risk.missed':
      risk.change({ missed: appended(risk.form.missed, part.value) })
      break
    case 'incidents.decisions': {
      const { incident, decision, reason } = part.value
      const others = incidents.form.decisions.filter((other) => other.incident !== incident)
      const current = incidents.form.decisions.find((other) => other.incident === incident)
      const decided = { incident, decision, reason: appended(current?.reason ?? '', reason) }
      incidents.change({
        decisions: [...others, decided],
        ...(decision === 'confirmed' && { is_none_caused: false }),
      })
      break
    }
    case 'outcome.outcome':
      outcome.change({ outcome: part.value })
      break
    case 'outcome.justification':
      outcome.change({ justification: appended(outcome.form.justification, part.value) })
      break
    case 'improvements.notes':
      improvements.change({ notes: appended(improvements.form.notes, part.value) })
      break
    case 'lessons.drafts': {
      const draft = { ...part.value, key: id, article_id: null }
      lessons.change({ drafts: [...lessons.form.drafts, draft], is_none_learned: false })
    }
  }
}

const appended = (text: string, more: string) =>
  text.trim() === '' || more === '' ? text || more : `${text.trimEnd()}\n\n${more}`
