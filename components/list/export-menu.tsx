'use client'

import { Download } from 'lucide-react'
import { DownloadLink } from '#components/ui/download-link.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { groupDigits } from '#lib/text/grouped.ts'

/** Downloads all records of the list on the screen, with its filter, order and columns. */
export function ExportMenu(props: ExportProps) {
  return (
    <Popover label="Export" align="end" trigger={<IconButton variant="secondary" label="Export" icon={<Download />} />}>
      <ExportLinks {...props} />
    </Popover>
  )
}

/** Maximum rows of an Excel sheet, 1,048,576, without the header. */
const maxWorkbookRecords = 1_048_575

const formats = [
  { format: 'csv', label: 'CSV', hint: 'Text, for any program' },
  { format: 'xlsx', label: 'Excel (XLSX)', hint: 'With dates and numbers as cells' },
  { format: 'ndjson', label: 'NDJSON', hint: 'A line of JSON per record, for scripts' },
]

type ExportProps = {
  path: string
  /** Query of the endpoint: filter, search and order of the list on the screen. */
  query: Readonly<Record<string, unknown>>
  /** Fields of the columns on the screen; all fields if omitted. */
  fields?: readonly string[]
  total: number
  noun: string
}

function ExportLinks({ path, query, fields, total, noun }: ExportProps) {
  const getHref = (format: string) => {
    const params = Object.entries({ ...query, fields: fields?.join(), format }).filter(
      ([name, value]) => value !== undefined && !['page', 'limit', 'cursor', 'columns'].includes(name),
    )
    return `${path}?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}`
  }
  return (
    <>
      <p className="mb-2 text-xs text-muted">
        {groupDigits(total)} {noun}, with the filter, order and columns shown
      </p>
      <ul className="flex flex-col gap-1.5">
        {formats.map(({ format, label, hint }) => (
          <li key={format}>
            {format === 'xlsx' && total > maxWorkbookRecords ? (
              <>
                <span className="text-muted">{label}</span>
                <span className="block text-xs text-muted">
                  A sheet holds at most {groupDigits(maxWorkbookRecords)} {noun}: filter the list, or take CSV
                </span>
              </>
            ) : (
              <>
                <DownloadLink isText path={getHref(format)} label={label} />
                <span className="block text-xs text-muted">{hint}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
