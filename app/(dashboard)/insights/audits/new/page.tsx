import type { Metadata } from 'next'
import { NewAudit } from '#components/audits/new-audit.tsx'
import { readers } from '#components/layout/navigation/role-groups.ts'
import { PageHeader } from '#components/layout/page-header.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { getToday } from '#server/platform/runtime/context.ts'

export const metadata: Metadata = { title: 'New audit' }

export default async function NewAuditPage() {
  const ctx = await getPageContext(pagePaths.newAudit, readers)
  const today = getToday(ctx)
  return (
    <>
      <PageHeader
        title="New audit"
        description="Its population is the closed changes of a period. Their numbers are stored as they are now; the draw follows."
      />
      <NewAudit period={{ from: `${today.slice(0, 4)}-01-01`, to: today }} zone={ctx.zone ?? 'UTC'} />
    </>
  )
}
