import { Dices } from 'lucide-react'
import type { Metadata } from 'next'
import { AuditReconciliation } from '#components/audits/audit-reconciliation.tsx'
import { AuditSample } from '#components/audits/audit-sample.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { buildHref, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { type Audit, AuditChange, type getAudit, getAuditPack, listAuditSample } from '#lib/contracts/app/audits.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { drawAudit, listAuditPopulation } from '#lib/contracts/routes.ts'
import { describeMethod, describeStates } from '#lib/domain/audits/describe-audit.ts'
import { auditEvidenceLabels } from '#lib/domain/audits/evidence.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { readReconciliation } from '#server/insights/audits/reconcile.ts'
import { getPageContext, readPathSegment, resolveOr404 } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Audit' }

const pageSize = 50

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageSearchParams> }

export default async function AuditPage({ params, searchParams }: Props) {
  const id = readPathSegment((await params).id)
  const { page } = readPageQuery(listAuditSample.query, await searchParams)
  const ctx = await getPageContext(pagePaths.audit(id), readers)
  const audit = await resolveOr404(audits.getAudit(ctx, id))
  const sample = await audits.listAuditSample(ctx, id, { page, limit: pageSize })
  return (
    <>
      <BreadcrumbLabel label={audit.name} />
      <PageHeader
        title={audit.name}
        actions={
          audit.drawn_at === null ? (
            <WriteButton
              variant="primary"
              icon={<Dices />}
              route={drawAudit}
              input={{ params: { id }, body: {} }}
              confirm={{
                title: 'Draw the changes?',
                description: `From ${audit.population_count.toLocaleString('en')}: ${describeMethod(audit)}. An audit is drawn once.`,
                confirmLabel: 'Draw',
              }}
              done="Changes drawn"
            >
              Draw
            </WriteButton>
          ) : (
            <>
              <DownloadLink label="Evidence pack" path={buildEndpointUrl(getAuditPack, { params: { id } })} />
              <ExportMenu
                path={listAuditSample.path.replace('{id}', id)}
                query={{}}
                fields={AuditChange.keyof().options}
                total={sample.total}
                noun="drawn changes"
              />
            </>
          )
        }
      />
      <div className="flex flex-col gap-5">
        {audit.drawn_at === null ? null : <AuditCounts audit={audit} />}
        <AuditFacts audit={audit} />
        <AuditReconciliation audit={id} sections={await readReconciliation(ctx, id)} />
        {audit.drawn_at === null ? null : (
          <div className="flex flex-col gap-3">
            <h2 className="text-md font-semibold">Drawn changes</h2>
            <AuditSample audit={id} rows={sample.rows} />
            <Pagination
              page={page}
              pageSize={pageSize}
              total={sample.total}
              hrefFor={(next) => buildHref(pagePaths.audit(id), {}, { page: next })}
              noun={['change', 'changes']}
            />
          </div>
        )}
      </div>
    </>
  )
}

function AuditFacts({ audit }: { audit: Audit }) {
  const population = buildEndpointUrl(listAuditPopulation, { params: { id: audit.id }, query: { format: 'csv' } })
  const { from, to, query, seed, method, population_count: count, population_digest: digest } = audit
  return (
    <Card aria-labelledby="audit-population">
      <CardHeader id="audit-population" title="Population and draw" />
      <CardBody>
        <Facts>
          <Fact label="Population" value={describeCount(count, 'closed change')} />
          <Fact label="Work ended">
            <Day value={from} /> to <Day value={to} />
          </Fact>
          <Fact label="Method" value={describeMethod(audit)} />
          {method === 'all' ? null : (
            <Fact label="Seed" value={<code className="font-mono text-xs wrap-anywhere">{seed}</code>} />
          )}
          <Fact label="Frozen">
            <DateTime value={audit.created_at} /> by {audit.created_by}
          </Fact>
          <Fact label="Drawn">
            {audit.drawn_at ? <DateTime value={audit.drawn_at} /> : <span className="text-muted">Not yet</span>}
          </Fact>
          {query === null ? null : (
            <Fact label="Filter" wide value={<code className="font-mono text-xs wrap-anywhere">{query}</code>} />
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

function AuditCounts({ audit }: { audit: ResponseOf<typeof getAudit> }) {
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
