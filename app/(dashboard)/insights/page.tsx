import type { Metadata } from 'next'
import { InsightsBoard } from '#components/insights/insights-board.tsx'
import { readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { ExportMenu } from '#components/list/export-menu.tsx'
import { PrintButton } from '#components/report/print-button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { getInsights, listOutcomes } from '#lib/contracts/app/metrics.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { insightsHref } from '#lib/domain/metrics/metric-lists.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { readDay } from '#lib/time/format-time.ts'
import { listMetricFilterValues } from '#server/insights/filter-values.ts'
import * as insights from '#server/insights/get-insights.ts'
import { listOutcomeRows } from '#server/insights/list-outcomes.ts'
import { dropLongPeriod } from '#server/insights/scope.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Insights' }

/** Reads a day as the form sends it without scripts. */
const toDay = (text: PageSearchParams[string]) => (typeof text === 'string' ? (readDay(text) ?? text) : text)

export default async function InsightsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const search = await searchParams
  const days = { from: toDay(search.from), to: toDay(search.to) }
  const requested = readPageQuery(getInsights.query, { ...search, ...days })
  const ctx = await getPageContext(insightsHref(requested, requested, requested.bucket))
  const query = dropLongPeriod(ctx, requested)
  const [result, values] = await Promise.all([insights.getInsights(ctx, query), listMetricFilterValues(ctx)])
  return (
    <>
      <PageHeader
        title="Insights"
        description="How changes turn out, whether their reviews are completed, and whether actions follow. Every number links to its records."
        actions={
          <div className="flex flex-wrap items-center gap-2 print:hidden">
            <ExportMenu
              path={listOutcomes.path}
              query={{ ...query, ...result.period }}
              total={listOutcomeRows(result).length}
              noun="rows"
            />
            <ButtonLink href={pagePaths.weeklyPack}>Weekly pack</ButtonLink>
            <ButtonLink href={pagePaths.quarter()}>Quarter</ButtonLink>
            <ButtonLink href={pagePaths.standardChanges}>Standard changes</ButtonLink>
            {readers(ctx.actor.role) ? (
              <>
                <ButtonLink href={pagePaths.audits}>Audits</ButtonLink>
                <ButtonLink href={pagePaths.controls}>Controls</ButtonLink>
              </>
            ) : null}
            <PrintButton />
          </div>
        }
      />
      <InsightsBoard
        insights={result}
        query={query}
        values={values}
        table={typeof search.table === 'string' ? search.table : undefined}
        canSetTargets={hasRole(ctx.actor.role, 'manager')}
      />
    </>
  )
}
