import { Plus } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { auditView } from '#components/audits/audit-view.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { listAudits } from '#lib/contracts/app/audits.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as audits from '#server/insights/audits/queries.ts'

export const metadata = { title: auditView.title }

export default createListPage(auditView, listAudits, audits.listAudits, {
  actions: () => (
    <ButtonLink href={pagePaths.newAudit} variant="primary" icon={<Plus aria-hidden="true" />}>
      New audit
    </ButtonLink>
  ),
})
