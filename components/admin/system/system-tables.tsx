import type { ReactNode } from 'react'
import { formatCount } from '#components/ui/format-count.ts'
import { TableCard } from '#components/ui/table/table-card.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { System } from '#lib/contracts/app/system.ts'
import { RetryMail } from './retry-mail.tsx'

const none = <span className="text-muted">None</span>
const time = (at: string | null) => (at === null ? none : <DateTime value={at} />)
const Wrapped = ({ children }: { children: ReactNode }) => <span className="wrap-anywhere">{children}</span>

export function JobsTable({ jobs }: Pick<System, 'jobs'>) {
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

export function MailTable({ mail: { waiting, failing } }: Pick<System, 'mail'>) {
  return (
    <TableCard
      title="Mail that failed"
      columns={[
        { label: 'Recipient', cell: ({ recipient }) => <Wrapped>{recipient}</Wrapped> },
        { label: 'Subject', cell: ({ subject }) => subject },
        { label: 'Reason', cell: ({ fault }) => <Wrapped>{fault}</Wrapped> },
        { label: 'Next attempt', cell: ({ next_attempt: at }) => (at === null ? 'Given up' : time(at)) },
        { label: 'Actions', hidesLabel: true, cell: ({ id, subject }) => <RetryMail id={id} subject={subject} /> },
      ]}
      rows={failing}
      rowKey={({ id }) => id}
      empty={`None. ${waiting === 0 ? 'No mail waits.' : `${formatCount(waiting)} wait to be sent.`}`}
    />
  )
}

export function ProcessesTable({ processes }: Pick<System, 'processes'>) {
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
export const formatMegabytes = (bytes: number) => `${megabytes.format(bytes / 1024 / 1024)} MB`

export function TablesTable({ tables }: Pick<System, 'tables'>) {
  return (
    <TableCard
      title="Largest tables"
      columns={[
        { label: 'Table', cell: ({ name }) => name },
        { label: 'Rows (estimated)', align: 'end', cell: ({ rows }) => formatCount(rows) },
        { label: 'Size', align: 'end', cell: ({ bytes }) => formatMegabytes(bytes) },
      ]}
      rows={tables}
      rowKey={({ name }) => name}
      empty="There are no tables."
    />
  )
}
