import { History } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { ImportEntry } from '#lib/contracts/import-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getKindLabel } from './kind-labels.ts'

const count = (id: 'inserted' | 'updated' | 'refused', label: string) =>
  ({
    id,
    label,
    align: 'end',
    cellClass: 'tabular-nums',
    cell: (entry: ImportEntry) => formatCount(entry[id]),
  }) as const

/** The imports, newest first: author, file and counts. */
export const importView: ListView<ImportEntry> = {
  path: pagePaths.imports,
  noun: ['import', 'imports'],
  title: 'Imports',
  key: 'id',
  pageSize: 20,
  columns: [
    {
      id: 'file',
      label: 'File',
      isPrimary: true,
      cellClass: 'wrap-anywhere',
      cell: ({ id, file_name: name }) => <RowLink href={pagePaths.import(id)}>{name}</RowLink>,
    },
    { id: 'records', label: 'Records', cell: ({ kind }) => getKindLabel(kind) },
    {
      id: 'by',
      label: 'By',
      cell: ({ created_by: by, source }) => (
        <span>
          {by} <span className="text-xs text-muted">{sources[source]}</span>
        </span>
      ),
    },
    timeColumn('created_at', { id: 'when', label: 'When' }),
    { id: 'state', label: 'State', cell: (entry) => <ImportState entry={entry} /> },
    count('inserted', 'New'),
    count('updated', 'Changed'),
    count('refused', 'Refused'),
  ],
  empty: {
    icon: History,
    text: 'Imports of this page, of the command line and of the API are listed here, and can be undone.',
  },
}

const sources = { page: '', command: 'by command', api: 'by API' } as const

function ImportState({ entry }: { entry: ImportEntry }) {
  const { label, tone } = describeState(entry)
  return <Badge tone={tone}>{label}</Badge>
}

const states: Readonly<Record<ImportEntry['status'], { label: string; tone: Tone }>> = {
  draft: { label: 'Not run', tone: 'neutral' },
  queued: { label: 'Waiting', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Imported', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

function describeState({ status, dry_run: isDryRun, undone_at: undoneAt }: ImportEntry): { label: string; tone: Tone } {
  if (undoneAt !== null) return { label: 'Undone', tone: 'warning' }
  return status === 'done' && isDryRun ? { label: 'Dry run', tone: 'neutral' } : states[status]
}
