import type { ReactNode } from 'react'
import { HistoryEntry } from '#components/history/history-entry.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { StateBadge } from '#components/records/change-badges.tsx'
import { OriginDetails } from '#components/records/origin-details.tsx'
import { ReviewStatus } from '#components/records/review-status.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { CardTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/table.tsx'
import { CopyButton } from '#components/ui/text/copy-button.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import type { PossibleCause } from '#lib/contracts/app/candidates.ts'
import type { IncidentDecision, RecordOrigin } from '#lib/contracts/app/changes.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { printValue } from '#lib/filter/print.ts'
import { decisionLabels, reviewStatusLabels } from '#lib/review/labels.ts'
import { describeDuration } from '#lib/text/describe-duration.ts'
import { CandidateScore } from './candidate-score.tsx'
import { IncidentPriority, IncidentState } from './incident-badges.tsx'

type IncidentFactsProps = Pick<IncidentPageProps, 'incident' | 'titles' | 'deletions' | 'sourceRow'>

function IncidentFacts({ incident, sourceRow, ...changes }: IncidentFactsProps) {
  const { affected_service: service, opened_at: opened, resolved_at: resolved } = incident
  const { related_change: named, caused_by_change: cause } = incident
  return (
    <IncidentSection id="facts" title="The incident">
      <CardBody>
        <Facts>
          <Fact label="Priority" value={<IncidentPriority {...incident} />} />
          <Fact label="Affected service">
            {service === null ? (
              'None recorded'
            ) : (
              <TextLink href={incidentsOfService(service)} title="All incidents of this service">
                {service}
              </TextLink>
            )}
          </Fact>
          <Fact label="Opened" value={<DateTime value={opened} />} />
          <Fact label="Resolved">
            <DateTime value={resolved} fallback={incident.state === 'canceled' ? 'Cancelled unresolved' : 'Not yet'} />
            {resolved === null ? null : (
              <span className="block text-xs text-muted">
                after {describeDuration((Date.parse(resolved) - Date.parse(opened)) / 60_000)}
              </span>
            )}
          </Fact>
          <Fact label="Updated" value={<DateTime value={incident.updated_at} />} />
          <Fact label="Caused by the change" wide>
            {cause === null ? 'No review confirmed a cause' : <ChangeName number={cause} {...changes} />}
            {cause !== null && named === cause ? (
              <span className="block text-xs text-muted">Named by the incident, and confirmed by the review</span>
            ) : null}
          </Fact>
          {named === null || named === cause ? null : (
            <Fact label="Names the change" wide value={<ChangeName number={named} {...changes} />} />
          )}
          <OriginDetails origin={sourceRow} />
        </Facts>
      </CardBody>
    </IncidentSection>
  )
}

type ChangeNameProps = Pick<IncidentFactsProps, 'titles' | 'deletions'> & { number: string }

/** Number and title of a change; a deleted or unrecorded change has no link. */
function ChangeName({ number, titles, deletions }: ChangeNameProps) {
  const title = titles.get(number)
  const deletedAt = deletions.get(number)
  if (deletedAt !== undefined) {
    return (
      <>
        {number}, deleted under retention on <DateTime value={deletedAt} />
      </>
    )
  }
  if (title === undefined) return `${number}, which is not recorded`
  return (
    <>
      <TextLink href={pagePaths.change(number)} className="font-mono text-xs">
        {number}
      </TextLink>{' '}
      {title}
    </>
  )
}

const incidentsOfService = (service: string) =>
  buildHref(pagePaths.incidents, {}, { query: `affected_service = ${printValue(service)}` })

type IncidentPageProps = {
  incident: Incident
  /** Titles of its changes by number; an unrecorded change has none. */
  titles: ReadonlyMap<string, string>
  /** Times of deletion by retention, by number of the change; a change that was never recorded has none. */
  deletions: ReadonlyMap<string, string>
  causes: readonly PossibleCause[]
  decisions: readonly IncidentDecision[]
  history: readonly HistoryEvent[]
  /** Connection from which the incident comes; null without one. */
  origin: ReactNode
  /** Origin of the row that last wrote the incident; null without one. */
  sourceRow: RecordOrigin | null
  /** True if there are older entries than those in `history`. */
  isHistoryCut: boolean
}

/** One incident: its facts, the changes that may have caused it, the decisions of reviews, and its history. */
export function IncidentPage({ incident, titles, deletions, sourceRow, ...shown }: IncidentPageProps) {
  const { number, short_description: text } = incident
  const { causes, decisions, history, origin, isHistoryCut } = shown
  return (
    <>
      <PageHeader
        title={text || `Incident ${number}`}
        meta={
          <>
            <span className="inline-flex items-center gap-0.5">
              <span className="font-mono text-sm text-muted">{number}</span>
              <CopyButton value={number} what="the number" />
            </span>
            <IncidentState state={incident.state} />
          </>
        }
        description={origin}
      />
      <div className="flex flex-col gap-5">
        <IncidentFacts incident={incident} titles={titles} deletions={deletions} sourceRow={sourceRow} />
        <PossibleCauses causes={causes} decisions={decisions} />
        <IncidentDecisions decisions={decisions} />
        <IncidentSection
          id="history"
          title="History"
          description={isHistoryCut ? `The latest ${history.length} entries` : 'All changes, newest first'}
        >
          <CardBody>
            {history.length === 0 ? (
              <p className="text-sm text-muted">No entries yet. The data was imported.</p>
            ) : (
              <ol className="flex flex-col gap-3">
                {history.map((event) => (
                  <HistoryEntry key={event.id} events={[event]} view={{ isAdmin: false, subject: number }} />
                ))}
              </ol>
            )}
          </CardBody>
        </IncidentSection>
      </div>
    </>
  )
}

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

function IncidentDecisions({ decisions }: { decisions: readonly IncidentDecision[] }) {
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

type PossibleCausesProps = { causes: readonly PossibleCause[]; decisions: readonly IncidentDecision[] }

function PossibleCauses({ causes, decisions }: PossibleCausesProps) {
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

type IncidentSectionProps = { id: string; title: string; description?: string; children: ReactNode }

function IncidentSection({ id, title, description, children }: IncidentSectionProps) {
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-12">
      <CardHeader id={`${id}-title`} title={title} description={description} />
      {children}
    </Card>
  )
}
