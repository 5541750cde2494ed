import { StateBadge } from '#components/records/change-badges.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { CardTable } from '#components/ui/table/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { PossibleCause } from '#lib/contracts/app/candidates.ts'
import type { IncidentDecision } from '#lib/contracts/app/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { decisionLabels } from '#lib/domain/review/review-labels.ts'
import { CandidateScore } from './candidate-score.tsx'
import { IncidentSection } from './incident-section.tsx'

type PossibleCausesProps = { causes: readonly PossibleCause[]; decisions: readonly IncidentDecision[] }

export function PossibleCauses({ causes, decisions }: PossibleCausesProps) {
  const decided = new Map(decisions.map(({ change, decision }) => [change, decision]))
  return (
    <IncidentSection
      id="causes"
      title="Changes that may have caused it"
      description="Most likely first, judged as in the reviews of these changes"
    >
      {causes.length === 0 ? (
        <CardBody className="text-sm text-muted">
          It names no change, and no work of the week before has a service or words in common with it.
        </CardBody>
      ) : (
        <CardTable
          label="Possible causes"
          columns={[
            {
              label: 'Change',
              isPrimary: true,
              cellClass: 'w-full',
              cell: ({ change: { number, title, is_stub: isStub }, score, parts }) => {
                const decision = decided.get(number)
                return (
                  <div className="min-w-0">
                    <TextLink href={pagePaths.change(number)}>{isStub ? 'Only the number is known' : title}</TextLink>
                    <span className="block font-mono text-xs font-normal text-muted">{number}</span>
                    <div className="font-normal">
                      <CandidateScore score={score} parts={parts} />
                      {decision === undefined ? null : (
                        <p className="text-xs text-muted">Its review: {decisionLabels[decision].toLowerCase()}</p>
                      )}
                    </div>
                  </div>
                )
              },
            },
            {
              label: 'State',
              isEmpty: ({ change }) => change.is_stub,
              cell: ({ change }) => <StateBadge state={change.state} />,
            },
            { label: 'Review', cell: ({ change }) => <ReviewStatus entry={change} /> },
          ]}
          rows={causes}
          rowKey={({ change }) => change.number}
        />
      )}
    </IncidentSection>
  )
}
