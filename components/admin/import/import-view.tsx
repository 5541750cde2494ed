import { History } from 'lucide-react'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { ImportEntry } from '#lib/contracts/import-records.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'

type KindWords = {
  readonly label: string
  readonly hint: string
  /** Page that lists the records. */
  readonly href: string
}

const kinds: Readonly<Record<ImportKind, Omit<KindWords, 'label'> & Partial<KindWords>>> = {
  users: {
    hint: 'The directory of people. Import it first, so that names in changes are recognised.',
    href: pagePaths.users,
  },
  products: { hint: 'The products on offer.', href: pagePaths.products },
  changes: { hint: 'Change records with plan, window and state.', href: pagePaths.changes },
  incidents: { hint: 'Incident records, linked to the changes that caused them.', href: pagePaths.incidents },
  articles: {
    hint: 'Knowledge articles and post-mortems: a file, several Markdown files, or a folder of them.',
    href: pagePaths.knowledge,
  },
  reviews: {
    label: 'Old reviews',
    hint: 'Results of reviews from another tool: number of the change, outcome, reference, date.',
    href: pagePaths.changes,
  },
  improvements: {
    label: 'Improvement actions',
    hint: 'Actions from earlier reviews, with owner and due date.',
    href: pagePaths.improvements,
  },
  accounts: {
    hint: 'People who may sign in: name, e-mail address and role (viewer, auditor, reviewer, manager or admin). You invite them once they are imported.',
    href: pagePaths.accounts,
  },
}

export const describeKind = (kind: ImportKind): KindWords => ({ label: humaniseKey(kind), ...kinds[kind] })

const states: Readonly<Record<ImportEntry['status'], readonly [label: string, tone: Tone]>> = {
  draft: ['Not run', 'neutral'],
  queued: ['Waiting', 'info'],
  running: ['Running', 'info'],
  done: ['Imported', 'success'],
  failed: ['Failed', 'danger'],
  cancelled: ['Cancelled', 'neutral'],
}

function ImportState({ status, dry_run: isDryRun, undone_at: undoneAt }: ImportEntry) {
  if (undoneAt !== null) return <Badge tone="warning">Undone</Badge>
  if (status === 'done' && isDryRun) return <Badge>Dry run</Badge>
  const [label, tone] = states[status]
  return <Badge tone={tone}>{label}</Badge>
}

const sources = { page: '', command: 'by command', api: 'by API' } as const

const count = (id: 'inserted' | 'updated' | 'refused', label: string) =>
  ({
    id,
    label,
    align: 'end',
    cellClass: 'tabular-nums',
    cell: (entry: ImportEntry) => groupDigits(entry[id]),
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
    { id: 'records', label: 'Records', cell: ({ kind }) => describeKind(kind).label },
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
    { id: 'state', label: 'State', cell: ImportState },
    count('inserted', 'New'),
    count('updated', 'Changed'),
    count('refused', 'Refused'),
  ],
  empty: {
    icon: History,
    text: 'Imports of this page, of the command line and of the API are listed here, and can be undone.',
  },
}
