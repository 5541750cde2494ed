import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import type { Audit, getAudit } from '#lib/contracts/app/audits.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { listAuditPopulation } from '#lib/contracts/routes.ts'
import { describeMethod, describeStates } from '#lib/domain/audits/describe-audit.ts'
import { auditEvidenceLabels } from '#lib/domain/audits/evidence.ts'
import { describeCount } from '#lib/text/counted.ts'

/** Population and draw of an audit, including everything needed to repeat the draw. */
export function AuditFacts({ audit }: { audit: Audit }) {
  const population = buildEndpointUrl(listAuditPopulation, { params: { id: audit.id }, query: { format: 'csv' } })
  const { from, to, query, seed, method, population_count: count, population_digest: digest } = audit
  return (
    <Card aria-labelledby="audit-population">
      <CardHeader id="audit-population" title="Population and draw" />
      <CardBody>
        <Facts>
          <Fact label="Population">{describeCount(count, 'closed change')}</Fact>
          <Fact label="Work ended">
            <Day value={from} /> to <Day value={to} />
          </Fact>
          <Fact label="Method">{describeMethod(audit)}</Fact>
          {method === 'all' ? null : (
            <Fact label="Seed">
              <code className="font-mono text-xs wrap-anywhere">{seed}</code>
            </Fact>
          )}
          <Fact label="Frozen">
            <DateTime value={audit.created_at} /> by {audit.created_by}
          </Fact>
          <Fact label="Drawn">
            {audit.drawn_at ? <DateTime value={audit.drawn_at} /> : <span className="text-muted">Not yet</span>}
          </Fact>
          {query === null ? null : (
            <Fact label="Filter" wide>
              <code className="font-mono text-xs wrap-anywhere">{query}</code>
            </Fact>
          )}
          <Fact label="SHA-256 of the numbers, each followed by a line feed" wide>
            <code className="font-mono text-xs wrap-anywhere">{digest}</code>
          </Fact>
        </Facts>
        <p className="mt-3 text-sm">
          <DownloadLink isText path={population} label="Download population.csv" />
        </p>
      </CardBody>
    </Card>
  )
}

/** Counts of present and needed evidence in the drawn changes. */
export function AuditCounts({ audit }: { audit: ResponseOf<typeof getAudit> }) {
  return (
    <Card aria-labelledby="audit-counts">
      <CardHeader id="audit-counts" title={describeStates(audit)} description="What the records hold now." />
      <CardBody>
        <Facts className="tabular-nums">
          {audit.evidence
            .filter(({ needed }) => needed > 0)
            .map(({ kind, present, needed }) => (
              <Fact key={kind} label={auditEvidenceLabels[kind]}>
                <span className={present < needed ? 'font-semibold text-danger-text' : undefined}>
                  {present} of {needed}
                </span>
              </Fact>
            ))}
        </Facts>
      </CardBody>
    </Card>
  )
}
