import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PageHeader } from '#components/layout/page-header.tsx'
import { BreadcrumbLabel } from '#components/layout/path-breadcrumbs.tsx'
import { RuleForm } from '#components/policy/rule-form.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { reviewersQuery } from '#lib/api/policy-queries.ts'
import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import { listReviewers } from '#lib/contracts/app/review-bulk.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { prefetch } from '#server/pages/prefetch.ts'
import { readRules } from '#server/policy/rules.ts'
import * as reviews from '#server/reviews/list-reviewers.ts'
import * as search from '#server/search/filter-values.ts'

export const metadata: Metadata = { title: 'Rule' }

/** Edits a rule, or adds one if the id is `new`. */
export default async function PolicyRulePage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.policyRule(id), 'manager')
  const rule = id === 'new' ? null : (await readRules(ctx.db)).find((known) => known.id === id)
  if (rule === undefined) notFound()
  const client = new QueryClient()
  await Promise.all([
    prefetch(client, listReviewers, reviewersQuery(), () => reviews.listReviewers(ctx, listReviewers.query.parse({}))),
    prefetch(client, listFilterValues, endpointQuery(listFilterValues, {}), () => search.listFilterValues(ctx)),
  ])
  const title = rule ? rule.name : 'New rule'
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        description="Applies to changes that enter review from now on. Past decisions are kept."
      />
      <RuleForm rule={rule} owner={ctx.actor.id} />
    </HydrationBoundary>
  )
}
