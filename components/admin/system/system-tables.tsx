import { DateTime } from '#components/ui/date-time.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { TableCard } from '#components/ui/table-card.tsx'
import type { System } from '#lib/contracts/app/system.ts'
import { RetryMail } from './retry-mail.tsx'

const none = <span className="text-muted">None</span>
const time = (at: string | null) => (at === null ? none : <DateTime value={at} />)

export function JobsTable({ jobs }: Pick<System, 'jobs'>) {
  return (
    <TableCard
      title="Jobs"
      columns={[{ label: 'Job' }, { label: 'Last success' }, { label: 'Last failure' }, { label: 'Next run' }]}
      rows={jobs.map(({ name, last_success, last_failure, fault, next_run }) => ({
        key: name,
        cells: [
          name,
          time(last_success),
          last_failure === null ? (
            none
          ) : (
            <span key="failure" className="wrap-anywhere">
              <DateTime value={last_failure} /> {fault}
            </span>
          ),
          time(next_run),
        ],
      }))}
      empty="No process has run jobs yet. They start some seconds after the service."
    />
  )
}

export function MailTable({ mail: { waiting, failing } }: Pick<System, 'mail'>) {
  return (
    <TableCard
      title="Mail that failed"
      columns={[
        { label: 'Recipient' },
        { label: 'Subject' },
        { label: 'Reason' },
        { label: 'Next attempt' },
        { label: '' },
      ]}
      rows={failing.map(({ id, recipient, subject, fault, next_attempt }) => ({
        key: id,
        cells: [
          <span key="recipient" className="wrap-anywhere">
            {recipient}
          </span>,
          subject,
          <span key="fault" className="wrap-anywhere">
            {fault}
          </span>,
          next_attempt === null ? 'Given up' : <DateTime key="next" value={next_attempt} />,
          <RetryMail key="retry" id={id} subject={subject} />,
        ],
      }))}
      empty={`None. ${waiting === 0 ? 'No mail waits.' : `${formatCount(waiting)} wait to be sent.`}`}
    />
  )
}

export function ProcessesTable({ processes }: Pick<System, 'processes'>) {
  return (
    <TableCard
      title="Processes"
      columns={[
        { label: 'Machine' },
        { label: 'Number' },
        { label: 'Version' },
        { label: 'Jobs' },
        { label: 'Started' },
      ]}
      rows={processes.map(({ id, host, pid, version, are_jobs_on, started_at }) => ({
        key: id,
        cells: [host, String(pid), version, are_jobs_on ? 'On' : 'Off', time(started_at)],
      }))}
      empty="No process has reported in the last 90 seconds."
    />
  )
}

const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
export const inMegabytes = (bytes: number) => `${megabytes.format(bytes / 1024 / 1024)} MB`

export function TablesTable({ tables }: Pick<System, 'tables'>) {
  return (
    <TableCard
      title="Largest tables"
      columns={[{ label: 'Table' }, { label: 'Rows (estimated)', isNumber: true }, { label: 'Size', isNumber: true }]}
      rows={tables.map(({ name, rows, bytes }) => ({
        key: name,
        cells: [name, formatCount(rows), inMegabytes(bytes)],
      }))}
      empty="There are no tables."
    />
  )
}
