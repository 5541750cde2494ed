import { CardBody } from '#components/ui/card.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { LinkedText } from '#components/ui/linked-text.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { IncidentDecision } from '#lib/contracts/app/incident-decisions.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { decisionLabels, reviewStatusLabels } from '#lib/domain/review-words.ts'
import { IncidentSection } from './incident-section.tsx'

/** The reviews that decided whether their change caused an incident. */
export function IncidentDecisions({ decisions }: { decisions: readonly IncidentDecision[] }) {
  return (
    <IncidentSection id="decisions" title="Reviews" description="Whether a change caused it, as reviews decided">
      {decisions.length === 0 ? (
        <CardBody className="text-sm text-muted">No review has decided about this incident.</CardBody>
      ) : (
        <TableRegion label="Table of decisions" className="rounded-t-none border-0">
          <Table stack className="min-[60rem]:[&_:is(td,th):first-child]:pl-4">
            <Caption>Decisions</Caption>
            <THead>
              <Tr>
                {['Review', 'Decision', 'Reason', 'Decided by', 'Decided'].map((title) => (
                  <Th key={title}>{title}</Th>
                ))}
              </Tr>
            </THead>
            <TBody>
              {decisions.map((decision) => (
                <DecisionRow key={decision.reference} {...decision} />
              ))}
            </TBody>
          </Table>
        </TableRegion>
      )}
    </IncidentSection>
  )
}

function DecisionRow({ reference, review_status: status, change, title, ...made }: IncidentDecision) {
  return (
    <Tr>
      <Td primary className="sm:min-w-52">
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
      </Td>
      <Td label="Decision" className="whitespace-nowrap">
        <StatusBadge tone={made.decision === 'confirmed' ? 'danger' : 'neutral'}>
          {decisionLabels[made.decision]}
        </StatusBadge>
      </Td>
      <Td label="Reason" className={made.reason === '' ? 'stacked:hidden!' : 'wrap-anywhere'}>
        {made.reason ? <LinkedText text={made.reason} /> : <span className="text-muted">—</span>}
      </Td>
      <Td label="Decided by" className="whitespace-nowrap">
        {made.decided_by}
      </Td>
      <Td label="Decided" className="whitespace-nowrap">
        <DateTime value={made.decided_at} />
      </Td>
    </Tr>
  )
}
