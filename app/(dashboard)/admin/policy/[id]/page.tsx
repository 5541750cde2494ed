import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { BreadcrumbLabel } from '#components/layout/navigation/path-breadcrumbs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { RuleForm } from '#components/policy/rule-form.tsx'
import * as contracts from '#lib/contracts/app/review-bulk.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext, readPathSegment } from '#server/pages/page-context.ts'
import { readRules } from '#server/policy/rules.ts'
import { listReviewers } from '#server/reviews/list-reviewers.ts'
import { listFilterValues } from '#server/search/filter-values.ts'

export const metadata: Metadata = { title: 'Rule' }

/** Edits a rule, or adds one if the id is `new`. */
export default async function PolicyRulePage({ params }: { params: Promise<{ id: string }> }) {
  const id = readPathSegment((await params).id)
  const ctx = await getPageContext(pagePaths.policyRule(id), 'manager')
  const rule = id === 'new' ? null : (await readRules(ctx.db)).find((known) => known.id === id)
  if (rule === undefined) notFound()
  const { people, groups } = await listReviewers(ctx, contracts.listReviewers.query.parse({}))
  const { services, change_models: models } = await listFilterValues(ctx)
  const title = rule ? rule.name : 'New rule'
  return (
    <>
      <BreadcrumbLabel label={title} />
      <PageHeader
        title={title}
        description="Applies to changes that enter review from now on. Of open reviews it changes only the need of a sign-off, as said above the button."
      />
      <RuleForm
        rule={rule}
        owner={ctx.actor.id}
        services={services}
        models={models}
        assignees={{
          firstPerson: people[0]?.email,
          groups: groups.map((group) => ({ value: group.id, label: group.name })),
        }}
      />
    </>
  )
}
