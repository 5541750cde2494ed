import { CircleAlert, CircleCheck, Info, RefreshCw } from 'lucide-react'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { CollapsedList } from '#components/ui/collapsed-list.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import type { FindingKind } from '#lib/contracts/app/audit-reconciliation.ts'
import { countAuditSources, listAuditReconciliation } from '#lib/contracts/routes.ts'
import {
  countOpenPoints,
  describeFinding,
  type Finding,
  type FoundRecord,
  isOpenFinding,
  type ReconciliationSection,
} from '#lib/domain/audits/reconciliation.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { ExplainDeployment } from './explain-deployment.tsx'

type ReconciliationProps = { audit: string; sections: readonly ReconciliationSection[] }

/** Completeness of the population: the count and the result of each source, and the deployments. */
export function AuditReconciliation({ audit, sections }: ReconciliationProps) {
  const lines = buildEndpointUrl(listAuditReconciliation, { params: { id: audit }, query: { format: 'csv' } })
  return (
    <Card aria-labelledby="audit-reconciliation">
      <CardHeader
        id="audit-reconciliation"
        title="Is the population complete?"
        description={describeOpen(sections)}
        actions={
          sections.some(({ kind }) => kind === 'connection') ? (
            <WriteButton
              size="sm"
              icon={<RefreshCw />}
              route={countAuditSources}
              input={{ params: { id: audit } }}
              done="The sources were asked"
            >
              Count at the source
            </WriteButton>
          ) : null
        }
      />
      <div className="divide-y divide-line">
        {sections.map((section) => (
          <SourceFindings key={`${section.kind} ${section.id ?? ''}`} audit={audit} section={section} />
        ))}
      </div>
      <p className="border-t border-line px-4 py-3 text-sm">
        <DownloadLink isText path={lines} label="Download reconciliation.csv" />
      </p>
    </Card>
  )
}

function describeOpen(sections: readonly ReconciliationSection[]): string {
  const { unexplained, uncounted } = countOpenPoints(sections)
  const missing =
    uncounted === 0 ? [] : [`${describeCount(uncounted, 'source')} ${uncounted === 1 ? 'has' : 'have'} no count.`]
  const verb = unexplained === 1 ? 'is' : 'are'
  const open = unexplained === 0 ? 'No difference is' : `${describeCount(unexplained, 'difference')} ${verb}`
  return [...missing, `${open} unexplained${uncounted === 0 ? '' : ' so far'}.`].join(' ')
}

const pages: Readonly<Partial<Record<ReconciliationSection['kind'], (id: string) => string>>> = {
  import: pagePaths.import,
  deployments: () => pagePaths.unrecordedChanges,
}

function SourceFindings({
  audit,
  section: { source, kind, id, at, by, findings },
}: {
  audit: string
  section: ReconciliationSection
}) {
  const href = pages[kind]?.(id ?? '')
  return (
    <section className="px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h3 className="min-w-0 text-sm font-semibold wrap-anywhere">
          {href ? <TextLink href={href}>{source}</TextLink> : source}
        </h3>
        {at === null ? null : (
          <p className="text-xs text-muted">
            {kind === 'import' ? 'Imported' : 'Asked'} <DateTime value={at} /> by {by}
          </p>
        )}
      </div>
      <ul className="mt-1.5 flex flex-col gap-1.5 text-sm">
        {findings.map((finding) => (
          <li key={finding.kind} className="flex gap-2">
            <Mark finding={finding} />
            <div className="min-w-0 flex-1">
              <FindingText audit={audit} finding={finding} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ finding }: { finding: Finding }) {
  const { kind, count, of = count, records } = finding
  const isGap =
    records.length > 0 || kind === 'hidden' || kind === 'deleted_before' || (kind !== 'in_population' && count < of)
  const [Icon, tone] = isOpenFinding(finding)
    ? [CircleAlert, 'text-danger-text']
    : isGap
      ? [Info, 'text-info-text']
      : [CircleCheck, 'text-success-text']
  return <Icon className={`mt-0.5 size-4 shrink-0 ${tone}`} />
}

function FindingText({ audit, finding }: { audit: string; finding: Finding }) {
  const { kind, count, query, records } = finding
  const sentence = (
    <span className={isOpenFinding(finding) ? 'font-semibold' : undefined}>{describeFinding(finding)}</span>
  )
  if (records.length === 0) {
    return (
      <>
        <p className="text-pretty wrap-anywhere tabular-nums">{sentence}</p>
        {query ? <code className="block font-mono text-xs text-muted wrap-anywhere">{query}</code> : null}
      </>
    )
  }
  return (
    <details open={isOpenFinding(finding)}>
      <summary className="w-fit cursor-pointer rounded-sm tabular-nums">{sentence}</summary>
      <div className="mt-1">
        <CollapsedList
          items={[...records]}
          omittedCount={count - records.length}
          marker="disc"
          render={(found) => <RecordText audit={audit} kind={kind} found={found} />}
        />
      </div>
    </details>
  )
}

/** Findings whose records exist in Hindsight as changes. */
const storedKinds: readonly FindingKind[] = ['deleted', 'ended_elsewhere', 'left_out']

function RecordText({ audit, kind, found }: { audit: string; kind: FindingKind; found: FoundRecord }) {
  const { record, text, deployment } = found
  return (
    <span className="text-pretty wrap-anywhere">
      {storedKinds.includes(kind) ? <TextLink href={pagePaths.change(record)}>{record}</TextLink> : record}
      <span className="text-muted"> {text}</span>{' '}
      {deployment ? <ExplainDeployment audit={audit} record={record} {...deployment} /> : null}
    </span>
  )
}
