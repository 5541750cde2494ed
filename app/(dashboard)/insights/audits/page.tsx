import { ClipboardList, Plus } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { type Audit, listAudits } from '#lib/contracts/app/audits.ts'
import { describeMethod, describeStates } from '#lib/domain/audits/describe-audit.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import * as audits from '#server/insights/audits/queries.ts'

const auditView: ListView<Audit> = {
  path: pagePaths.audits,
  noun: ['audit', 'audits'],
  title: 'Audits',
  description: 'Samples of closed changes, drawn from a frozen population, with their evidence and exceptions.',
  key: 'id',
  pageSize: 25,
  columns: [
    {
      id: 'name',
      label: 'Audit',
      isPrimary: true,
      cellClass: 'wrap-anywhere',
      fields: ['name'],
      cell: ({ id, name }) => <RowLink href={pagePaths.audit(id)}>{name}</RowLink>,
    },
    {
      id: 'period',
      label: 'Period',
      fields: ['from', 'to'],
      cell: ({ from, to }) => (
        <span className="whitespace-nowrap">
          <Day value={from} /> to <Day value={to} />
        </span>
      ),
    },
    {
      id: 'population',
      label: 'Population',
      align: 'end',
      cellClass: 'tabular-nums',
      fields: ['population_count'],
      cell: ({ population_count: count }) => groupDigits(count),
    },
    { id: 'method', label: 'Method', fields: ['method', 'size'], cell: describeMethod },
    { id: 'state', label: 'State', fields: ['drawn_count', 'states'], cell: describeStates },
    { id: 'by', label: 'By', fields: ['created_by'], cell: ({ created_by: by }) => by },
    timeColumn('created_at', { id: 'made', label: 'Made' }),
  ],
  empty: { icon: ClipboardList, text: 'An audit freezes the closed changes of a period and draws a sample of them.' },
}

export const metadata = { title: auditView.title }

export default createListPage(auditView, listAudits, audits.listAudits, {
  actions: () => (
    <ButtonLink href={pagePaths.newAudit} variant="primary" icon={<Plus />}>
      New audit
    </ButtonLink>
  ),
})
