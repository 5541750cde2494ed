import { Plus } from 'lucide-react'
import { auditView } from '#components/audits/audit-view.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { listAudits } from '#lib/contracts/app/audits.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { createListPage } from '../../list-page.tsx'

export const metadata = { title: auditView.title }

export default createListPage(auditView, listAudits, audits.listAudits, {
  actions: () => (
    <ButtonLink href={pagePaths.newAudit} variant="primary" icon={<Plus aria-hidden="true" />}>
      New audit
    </ButtonLink>
  ),
})
