import { CardBody } from '#components/ui/card.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { CardTable } from '#components/ui/table/card-table.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { IncidentDecision } from '#lib/contracts/app/incident-decisions.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { decisionLabels, reviewStatusLabels } from '#lib/domain/review/review-labels.ts'
import { IncidentSection } from './incident-section.tsx'

const columns: readonly DataColumn<IncidentDecision>[] = [
  {
    label: 'Review',
    isPrimary: true,
    cellClass: 'sm:min-w-52',
    cell: ({ reference, review_status: status, change, title }) => (
      <div className="min-w-0">
        <TextLink href={pagePaths.review(change, 'incidents')} className="font-mono text-xs">
          {reference}
        </TextLink>
        <span className="block text-xs font-normal text-muted">
          {reviewStatusLabels[status]} ·{' '}
          <TextLink href={pagePaths.change(change)} className="font-mono">
            {change}
          </TextLink>{' '}
          {title}
        </span>
      </div>
    ),
  },
  {
    label: 'Decision',
    cellClass: 'whitespace-nowrap',
    cell: ({ decision }) => (
      <StatusBadge tone={decision === 'confirmed' ? 'danger' : 'neutral'}>{decisionLabels[decision]}</StatusBadge>
    ),
  },
  {
    label: 'Reason',
    cellClass: 'wrap-anywhere',
    isEmpty: ({ reason }) => reason === '',
    cell: ({ reason }) => <LinkedText text={reason} />,
  },
  { label: 'Decided by', cellClass: 'whitespace-nowrap', cell: ({ decided_by: name }) => name },
  { label: 'Decided', cellClass: 'whitespace-nowrap', cell: ({ decided_at: at }) => <DateTime value={at} /> },
]

/** Reviews that decided whether their change caused an incident. */
export function IncidentDecisions({ decisions }: { decisions: readonly IncidentDecision[] }) {
  return (
    <IncidentSection id="decisions" title="Reviews" description="Whether a change caused it, as reviews decided">
      {decisions.length === 0 ? (
        <CardBody className="text-sm text-muted">No review has decided about this incident.</CardBody>
      ) : (
        <CardTable label="Decisions" columns={columns} rows={decisions} rowKey={({ reference }) => reference} />
      )}
    </IncidentSection>
  )
}
