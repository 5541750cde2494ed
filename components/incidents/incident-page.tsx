import type { ReactNode } from 'react'
import { HistoryEntry } from '#components/history/history-entry.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { CardBody } from '#components/ui/card.tsx'
import { CopyButton } from '#components/ui/text/copy-button.tsx'
import type { PossibleCause } from '#lib/contracts/app/candidates.ts'
import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import type { IncidentDecision } from '#lib/contracts/app/incident-decisions.ts'
import type { RecordOrigin } from '#lib/contracts/app/record-origins.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { IncidentState } from './incident-badges.tsx'
import { IncidentDecisions } from './incident-decisions.tsx'
import { IncidentFacts } from './incident-facts.tsx'
import { IncidentSection } from './incident-section.tsx'
import { PossibleCauses } from './possible-causes.tsx'

type IncidentPageProps = {
  incident: Incident
  /** Titles of its changes by number; an unrecorded change has none. */
  titles: ReadonlyMap<string, string>
  /** Times at which the retention deleted changes, by number. */
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
