import { useQuery } from '@tanstack/react-query'
import { missingHref } from '#components/review/form/missing-list.tsx'
import { Questions } from '#components/review/form/questions.tsx'
import { useLateReview } from '#components/review/form/review-savers.ts'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Badge } from '#components/ui/badge.tsx'
import { CollapsedList } from '#components/ui/collapsed-list.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { namedIncidentsQuery, questionsQuery } from '#lib/api/review-queries.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type EvidenceItem, type OutcomeProposal, proposeOutcome } from '#lib/review/outcome.ts'
import { outcome as asked } from '#lib/review/questions/outcome.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { toReplyEvidence } from '#lib/review/requester-replies.ts'

/** The four outcomes with their criteria and the suggested one; any other choice needs a justification. */
export function OutcomeStep({ review, change, savers }: StepProps) {
  const outcome = useFieldValue(bindFields(savers.steps.outcome)('outcome'))
  const { forms } = useLateReview(savers, review)
  const decided = forms.incidents.decisions.map(({ incident }) => incident)
  const incidents = useQuery(namedIncidentsQuery(decided)).data?.result ?? []
  const proposal = proposeOutcome(change, forms, incidents)
  const replies = toReplyEvidence(useQuery(questionsQuery(review.reference)).data?.result ?? [])
  const isContradiction = outcome !== null && proposal.outcome !== null && outcome !== proposal.outcome
  return (
    <div className="flex flex-col gap-5">
      <Proposal number={change.number} proposal={proposal} replies={replies} />
      <Questions
        of={asked}
        change={change}
        savers={savers}
        own={{}}
        words={{
          outcome: { badges: proposal.outcome === null ? {} : { [proposal.outcome]: suggested } },
          ...(isContradiction && { justification: contradiction }),
        }}
      />
    </div>
  )
}

const suggested = (
  <Badge tone="info" className="ml-2">
    Suggested
  </Badge>
)

/** The reasoning for an outcome that the evidence does not suggest. */
const contradiction = {
  label: 'Why does your outcome differ from the suggestion?',
  hint: 'Shown in the report beside the evidence.',
  required: true,
}

type ProposalProps = { number: string; proposal: OutcomeProposal; replies: readonly EvidenceItem[] }

/** The suggested outcome with its evidence; each item links to its source and names the best outcome that it allows. */
function Proposal({ number, proposal: { outcome, evidence }, replies }: ProposalProps) {
  const title =
    outcome === null ? 'The evidence suggests nothing yet' : `The evidence suggests: ${outcomeCriteria[outcome].label}`
  return (
    <Notice tone="info" title={title}>
      <div className="leading-6">
        <CollapsedList
          items={[...evidence, ...replies]}
          omittedCount={0}
          marker="disc"
          render={(item) => (
            <>
              {item.label}:{' '}
              <TextLink href={getSourceHref(number, item)} className="font-normal">
                {item.text}
              </TextLink>
              {item.allows === null || item.allows === 'successful' ? null : (
                <span className="text-muted"> At best: {outcomeCriteria[item.allows].label}.</span>
              )}
            </>
          )}
        />
      </div>
    </Notice>
  )
}

function getSourceHref(number: string, { step, field, entry }: EvidenceItem): string {
  if (field === 'reply') return pagePaths.discussion(number)
  return step === null ? pagePaths.change(number) : missingHref(number, step, { field, entry })
}
