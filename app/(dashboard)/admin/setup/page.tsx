import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { DismissSteps } from '#components/setup/dismiss-steps.tsx'
import { FirstSteps } from '#components/setup/first-steps.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getSettings } from '#server/platform/settings/current-settings.ts'
import { listFirstSteps } from '#server/system/setup/list-first-steps.ts'

export const metadata: Metadata = { title: 'First steps' }

export default async function FirstStepsPage() {
  const ctx = await getPageContext(pagePaths.firstSteps, 'admin')
  const steps = await listFirstSteps(ctx)
  const open = steps.filter(({ isDone, isOptional }) => !isDone && !isOptional).length
  return (
    <>
      <AdminTabs role={ctx.actor.role} />
      <PageHeader
        title="First steps"
        description={
          open === 0
            ? 'Everything is in place. Each step stays open to changes.'
            : 'Do them in any order. Each can be left and returned to.'
        }
        actions={getSettings().is_setup_dismissed ? null : <DismissSteps />}
      />
      <FirstSteps steps={steps} />
    </>
  )
}
