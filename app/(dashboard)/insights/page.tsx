import type { Metadata } from 'next'
import { InsightsBoard } from '#components/insights/insights-board.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { PrintButton } from '#components/report/print-button.tsx'
import { type PageSearchParams, readPageQuery } from '#lib/api/page-query.ts'
import { getInsights } from '#lib/contracts/app/metrics.ts'
import { insightsAddress } from '#lib/domain/metric-lists.ts'
import { listMetricFilterValues } from '#server/insights/filter-values.ts'
import * as insights from '#server/insights/get-insights.ts'
import { withValidPeriod } from '#server/insights/scope.ts'
import { getPageContext } from '#server/pages/page-context.ts'

export const metadata: Metadata = { title: 'Insights' }

export default async function InsightsPage({ searchParams }: { searchParams: Promise<PageSearchParams> }) {
  const requested = readPageQuery(getInsights.query, await searchParams)
  const ctx = await getPageContext(insightsAddress(requested, requested, requested.bucket))
  const query = withValidPeriod(ctx, requested)
  const [result, values] = await Promise.all([insights.getInsights(ctx, query), listMetricFilterValues(ctx)])
  return (
    <>
      <PageHeader
        title="Insights"
        description="How changes turn out, whether their reviews are completed, and whether actions follow. Every number links to its records."
        actions={
          <div className="print:hidden">
            <PrintButton />
          </div>
        }
      />
      <InsightsBoard insights={result} query={query} values={values} />
    </>
  )
}
