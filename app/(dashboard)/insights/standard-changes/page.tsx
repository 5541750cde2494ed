import { Layers } from 'lucide-react'
import type { Metadata } from 'next'
import { OutcomeLegend, OutcomePatterns } from '#components/insights/outcome-style.tsx'
import { StandardChanges, StandardRuleButton, TitleModelsButton } from '#components/insights/standard-changes.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { listChangeModels } from '#server/insights/standard-changes.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getToday } from '#server/platform/runtime/context.ts'

export const metadata: Metadata = { title: 'Standard changes' }

export default async function StandardChangesPage() {
  const ctx = await getPageContext(pagePaths.standardChanges)
  const { rule, rows } = await listChangeModels(ctx)
  return (
    <>
      <PageHeader
        title="Standard changes"
        description={`Which change models may be made without an approval of their own. Proposed after ${rule.reviewed} reviews in ${rule.months} months of which none failed; no longer after one that failed or ${rule.issues} with issues. A manager decides, another confirms.`}
        actions={
          <div className="flex flex-wrap gap-2">
            <TitleModelsButton />
            <StandardRuleButton rule={rule} />
          </div>
        }
      />
      {rows.length === 0 ? (
        <EmptyState icon={Layers} title="No change models">
          The model or template of a change comes from its system of record: ServiceNow, the field model of an import or
          of the API.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-3">
          <OutcomePatterns />
          <OutcomeLegend />
          <StandardChanges models={rows} rule={rule} today={getToday(ctx)} />
        </div>
      )}
    </>
  )
}
