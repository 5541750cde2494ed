import type { Metadata } from 'next'
import { ControlList } from '#components/controls/control-list.tsx'
import { readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { PrintButton } from '#components/report/print-button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { buildHref, type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { Control, getControlLibrary, listControls } from '#lib/contracts/app/controls.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { listPeriodPresets } from '#lib/domain/metrics/metric-period.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as controls from '#server/insights/controls/list-controls.ts'
import { dropLongPeriod, readScope } from '#server/insights/scope.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Controls' }

/** The requirements of laws and standards on changes, with the closed changes of a period that meet them. */
export default async function ControlsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const requested = readPageQuery(listControls.query, await searchParams)
  const { from: first, to: last } = requested
  const ctx = await getPageContext(buildHref(pagePaths.controls, {}, { from: first, to: last }), readers)
  const { from, to } = dropLongPeriod(ctx, requested)
  const { period, today } = readScope(ctx, { from, to })
  const rows = await controls.listControls(ctx, period)
  return (
    <>
      <PageHeader
        title="Controls"
        description="What laws and standards ask of changes, in our words, and which fields show it. A count says that fields are there; whether they suffice, a person decides."
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <ExportMenu
              path={listControls.path}
              query={period}
              fields={Control.keyof().options}
              total={rows.length}
              noun="requirements"
            />
            <PrintButton />
          </div>
        }
      />
      <nav aria-label="Period" className="mb-4 flex flex-wrap gap-2 print:hidden">
        {listPeriodPresets(today).map(({ label, ...preset }) => (
          <ButtonLink
            key={label}
            href={buildHref(pagePaths.controls, {}, preset)}
            aria-current={preset.from === period.from && preset.to === period.to ? 'true' : undefined}
            variant={preset.from === period.from && preset.to === period.to ? 'primary' : 'secondary'}
          >
            {label}
          </ButtonLink>
        ))}
      </nav>
      <p className="mb-4 text-sm">
        Changes that ended from <Day value={period.from} /> to <Day value={period.to} />, as of <Day value={today} />.
      </p>
      <ControlList controls={rows} canEdit={hasRole(ctx.actor.role, 'manager')} />
      <p className="mt-4 text-sm text-muted print:hidden">
        CISO Assistant reads these requirements as a{' '}
        <DownloadLink isText path={getControlLibrary.path} label="library in YAML" />.
      </p>
    </>
  )
}
