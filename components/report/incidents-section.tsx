import { IncidentLink } from '#components/incidents/incident-link.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { decisionLabels } from '#lib/domain/review/review-labels.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** The search window and each decided incident with its reason, those that were caused first. */
export function IncidentsSection({ data: { review, incidents }, level }: SectionProps) {
  const { decisions, window_start: start, window_end: end, is_none_caused: isNoneCaused } = review.steps.incidents.form
  const known = new Map(incidents.map((incident) => [incident.number, incident]))
  const sorted = decisions.toSorted((one, other) => one.decision.localeCompare(other.decision))
  return (
    <ReportSection title="Incidents" level={level}>
      {start && end ? (
        <p className="mb-2 text-sm text-muted">
          Searched from <DateTime value={start} /> to <DateTime value={end} />.
          {isNoneCaused ? ' The change caused none.' : ''}
        </p>
      ) : null}
      <ReportTable
        caption="Decided incidents"
        columns={[
          {
            label: 'Incident',
            cell: ({ incident: number }) => (known.has(number) ? <IncidentLink number={number} /> : number),
          },
          {
            label: 'Description',
            cell: ({ incident: number }) => (
              <div>
                {known.get(number)?.short_description}
                <span className="block text-xs text-muted">{known.get(number)?.priority}</span>
              </div>
            ),
          },
          {
            label: 'Decision',
            cell: ({ decision }) => (
              <span className={decision === 'confirmed' ? 'font-medium text-danger-text' : ''}>
                {decisionLabels[decision]}
              </span>
            ),
          },
          { label: 'Reason', cell: ({ reason }) => <LinkedText text={reason} /> },
        ]}
        rows={sorted}
        rowKey={({ incident }) => incident}
        empty="No incidents were decided."
      />
    </ReportSection>
  )
}
