import type { Metadata } from 'next'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { SystemChecks } from '#components/admin/system/system-checks.tsx'
import {
  formatMegabytes,
  JobsTable,
  MailTable,
  ProcessesTable,
  TablesTable,
} from '#components/admin/system/system-tables.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card, CardBody } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readSystem } from '#server/system/read-system.ts'

export const metadata: Metadata = { title: 'System' }

export default async function SystemPage() {
  const ctx = await getPageContext(pagePaths.system, 'admin')
  const system = await readSystem(ctx)
  return (
    <>
      <AdminTabs role={ctx.actor.role} current={pagePaths.system} />
      <PageHeader title="System" description="The state of the service, as this page loaded." />
      <div className="flex max-w-5xl flex-col gap-5">
        <Card aria-label="Versions">
          <CardBody>
            <Facts>
              <Fact label="Hindsight">{system.version}</Fact>
              <Fact label="Node.js">{system.node}</Fact>
              <Fact label="PostgreSQL">{system.database_version}</Fact>
              <Fact label="Size of the database">{formatMegabytes(system.database_bytes)}</Fact>
              <Fact label="Last migration">{system.migration}</Fact>
              <Fact label="Database" wide>
                {system.database}
              </Fact>
            </Facts>
          </CardBody>
        </Card>
        <SystemChecks checks={system.checks} />
        <MailTable mail={system.mail} />
        <JobsTable jobs={system.jobs} />
        <ProcessesTable processes={system.processes} />
        <TablesTable tables={system.tables} />
      </div>
    </>
  )
}
