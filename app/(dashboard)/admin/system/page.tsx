import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { AdminTabs } from '#components/admin/admin-tabs.tsx'
import { CheckList } from '#components/admin/check-list.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import { TableCard } from '#components/ui/table/data-table.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { System } from '#lib/contracts/app/system.ts'
import { retryMail } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
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
              <Fact label="Hindsight" value={system.version} />
              <Fact label="Node.js" value={system.node} />
              <Fact label="PostgreSQL" value={system.database_version} />
              <Fact label="Size of the database" value={formatMegabytes(system.database_bytes)} />
              <Fact label="Last migration" value={system.migration} />
              <Fact label="Database" wide value={system.database} />
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

/** The checks; a check that needs action comes first. */
function SystemChecks({ checks }: { checks: System['checks'] }) {
  const sorted = checks.toSorted((one, other) => Number(one.is_ok) - Number(other.is_ok))
  return (
    <Card aria-labelledby="checks">
      <CardHeader id="checks" title="Checks" />
      <CheckList
        checks={sorted.map(({ is_ok: isOk, remedy, ...check }) => ({
          ...check,
          status: isOk ? 'ok' : 'warning',
          advice: remedy,
        }))}
      />
    </Card>
  )
}

const none = <span className="text-muted">None</span>
const time = (at: string | null) => (at === null ? none : <DateTime value={at} />)
const Wrapped = ({ children }: { children: ReactNode }) => <span className="wrap-anywhere">{children}</span>

function JobsTable({ jobs }: Pick<System, 'jobs'>) {
  return (
    <TableCard
      title="Jobs"
      columns={[
        { label: 'Job', cell: ({ name }) => name },
        { label: 'Last success', cell: ({ last_success: at }) => time(at) },
        {
          label: 'Last failure',
          cell: ({ last_failure: at, fault }) =>
            at === null ? (
              none
            ) : (
              <Wrapped>
                {time(at)} {fault}
              </Wrapped>
            ),
        },
        { label: 'Next run', cell: ({ next_run: at }) => time(at) },
      ]}
      rows={jobs}
      rowKey={({ name }) => name}
      empty="No process has run jobs yet. They start some seconds after the service."
    />
  )
}

function MailTable({ mail: { waiting, failing } }: Pick<System, 'mail'>) {
  return (
    <TableCard
      title="Mail that failed"
      columns={[
        { label: 'Recipient', cell: ({ recipient }) => <Wrapped>{recipient}</Wrapped> },
        { label: 'Subject', cell: ({ subject }) => subject },
        { label: 'Reason', cell: ({ fault }) => <Wrapped>{fault}</Wrapped> },
        { label: 'Next attempt', cell: ({ next_attempt: at }) => (at === null ? 'Given up' : time(at)) },
        {
          label: 'Actions',
          hidesLabel: true,
          cell: ({ id, subject }) => (
            <WriteButton
              size="sm"
              route={retryMail}
              input={{ params: { id } }}
              done="The mail is tried again within a minute"
              aria-label={`Retry: ${subject}`}
            >
              Retry
            </WriteButton>
          ),
        },
      ]}
      rows={failing}
      rowKey={({ id }) => id}
      empty={`None. ${waiting === 0 ? 'No mail waits.' : `${groupDigits(waiting)} wait to be sent.`}`}
    />
  )
}

function ProcessesTable({ processes }: Pick<System, 'processes'>) {
  return (
    <TableCard
      title="Processes"
      columns={[
        { label: 'Machine', cell: ({ host }) => host },
        { label: 'Number', cell: ({ pid }) => pid },
        { label: 'Version', cell: ({ version }) => version },
        { label: 'Jobs', cell: ({ are_jobs_on: areJobsOn }) => (areJobsOn ? 'On' : 'Off') },
        { label: 'Started', cell: ({ started_at: at }) => time(at) },
      ]}
      rows={processes}
      rowKey={({ id }) => id}
      empty="No process has reported in the last 90 seconds."
    />
  )
}

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const formatMegabytes = (bytes: number) => `${megabytes.format(bytes / 1024 / 1024)} MB`

function TablesTable({ tables }: Pick<System, 'tables'>) {
  return (
    <TableCard
      title="Largest tables"
      columns={[
        { label: 'Table', cell: ({ name }) => name },
        { label: 'Rows (estimated)', align: 'end', cell: ({ rows }) => groupDigits(rows) },
        { label: 'Size', align: 'end', cell: ({ bytes }) => formatMegabytes(bytes) },
      ]}
      rows={tables}
      rowKey={({ name }) => name}
      empty="There are no tables."
    />
  )
}
