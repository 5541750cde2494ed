import type { Metadata } from 'next'
import { AuditCounts, AuditFacts } from '#components/audits/audit-facts.tsx'
import { AuditReconciliation } from '#components/audits/audit-reconciliation.tsx'
import { AuditSample } from '#components/audits/audit-sample.tsx'
import { DrawAudit } from '#components/audits/draw-audit.tsx'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { Pagination } from '#components/ui/table/pagination.tsx'
import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { buildHref, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { AuditChange, getAuditPack, listAuditSample } from '#lib/contracts/app/audits.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { readReconciliation } from '#server/insights/audits/reconcile.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'

export const metadata: Metadata = { title: 'Audit' }

const pageSize = 50

type Props = { params: Promise<{ id: string }>; searchParams: Promise<PageSearchParams> }

/** An audit: its population, the draw, and the drawn changes. */
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
            <DrawAudit audit={audit} />
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
