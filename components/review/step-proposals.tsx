import { Check, X } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { failWith } from '#components/ui/overlay/toast.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { StepSaver } from '#lib/api/step-saver.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { ReviewProposal } from '#lib/contracts/app/review-proposals.ts'
import { decideReviewProposal } from '#lib/contracts/routes.ts'
import { describeProposed, fillProposed } from '#lib/review/proposals.ts'
import type { ReviewSavers } from './form/review-savers.ts'

type StepProposalsProps = {
  reference: string
  savers: ReviewSavers
  /** The proposals for the shown step. */
  proposals: readonly ReviewProposal[]
}

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

const choices = [
  { decision: 'taken', label: 'Take over', Icon: Check, variant: 'secondary' },
  { decision: 'dismissed', label: 'Dismiss', Icon: X, variant: 'ghost' },
] as const

type ProposalProps = Pick<StepProposalsProps, 'reference' | 'savers'> & { proposal: ReviewProposal }

function Proposal({ reference, savers, proposal }: ProposalProps) {
  const isHydrated = useHydrated()
  const decide = useEndpointMutation(decideReviewProposal)
  const { id, part } = proposal
  const { question, answer, replaced } = describeProposed(part, savers.getLive().forms)
  // The form changes only after the decision is stored: another reviewer may decide at the same time.
  const send = (decision: 'taken' | 'dismissed') =>
    decide
      .mutateAsync({ params: { reference, id }, body: { decision } })
      .then(() => decision === 'taken' && fill())
      .catch(failWith('Decision not saved'))
  const fill = () => {
    const { step, changes } = fillProposed(part, savers.getLive().forms, id)
    const saver: Pick<StepSaver<object>, 'change'> = savers.steps[step]
    saver.change(changes)
  }
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
        {choices.map(({ decision, label, Icon, variant }) => (
          <Button
            key={decision}
            size="sm"
            variant={variant}
            disabled={!isHydrated || decide.isSuccess}
            busy={decide.isPending}
            icon={<Icon />}
            aria-label={`${label}: ${question}`}
            onClick={() => send(decision)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
