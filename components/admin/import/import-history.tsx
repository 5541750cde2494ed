import { History } from 'lucide-react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { formatCount } from '#components/ui/format-count.ts'
import { Pagination } from '#components/ui/pagination.tsx'
import { RowLink } from '#components/ui/row-link.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import type { ImportEntry } from '#lib/contracts/import-records.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { kindLabel } from './kind-labels.ts'

type ImportHistoryProps = { entries: readonly ImportEntry[]; total: number; page: number; pageSize: number }

/** The imports, newest first: by whom, which file, and what they did. */
export function ImportHistory({ entries, total, page, pageSize }: ImportHistoryProps) {
  return (
    <section aria-labelledby="import-history" className="flex flex-col gap-3">
      <h2 id="import-history" className="text-md font-semibold">
        Imports so far
      </h2>
      {total === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState icon={History} title="No imports yet">
            Imports of this page, of the command line and of the API are listed here, and can be undone.
          </EmptyState>
        </div>
      ) : (
        <>
          <TableRegion label="Imports">
            <Table stack>
              <Caption>Imports</Caption>
              <THead>
                <Tr>
                  <Th>File</Th>
                  <Th>Records</Th>
                  <Th>By</Th>
                  <Th>When</Th>
                  <Th>State</Th>
                  <Th align="end">New</Th>
                  <Th align="end">Changed</Th>
                  <Th align="end">Refused</Th>
                </Tr>
              </THead>
              <TBody>
                {entries.map((entry) => (
                  <HistoryRow key={entry.id} entry={entry} />
                ))}
              </TBody>
            </Table>
          </TableRegion>
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            hrefFor={(to) => `${pagePaths.imports}?page=${to}`}
            noun="imports"
          />
        </>
      )}
    </section>
  )
}

const sources = { page: '', command: 'by command', api: 'by API' } as const

function HistoryRow({ entry }: { entry: ImportEntry }) {
  const state = stateOf(entry)
  return (
    <Tr>
      <Td primary className="wrap-anywhere">
        <RowLink href={pagePaths.import(entry.id)}>{entry.file_name}</RowLink>
      </Td>
      <Td label="Records">{kindLabel(entry.kind)}</Td>
      <Td label="By">
        <span>
          {entry.created_by} <span className="text-xs text-muted">{sources[entry.source]}</span>
        </span>
      </Td>
      <Td label="When">
        <DateTime value={entry.created_at} />
      </Td>
      <Td label="State">
        <Badge tone={state.tone}>{state.label}</Badge>
      </Td>
      <Td label="New" align="end" className="tabular-nums">
        {formatCount(entry.inserted)}
      </Td>
      <Td label="Changed" align="end" className="tabular-nums">
        {formatCount(entry.updated)}
      </Td>
      <Td label="Refused" align="end" className="tabular-nums">
        {formatCount(entry.refused)}
      </Td>
    </Tr>
  )
}

const states: Readonly<Record<ImportEntry['status'], { label: string; tone: Tone }>> = {
  draft: { label: 'Not run', tone: 'neutral' },
  queued: { label: 'Waiting', tone: 'info' },
  running: { label: 'Running', tone: 'info' },
  done: { label: 'Imported', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
}

function stateOf({ status, dry_run: isDryRun, undone_at: undoneAt }: ImportEntry): { label: string; tone: Tone } {
  if (undoneAt !== null) return { label: 'Undone', tone: 'warning' }
  return status === 'done' && isDryRun ? { label: 'Dry run', tone: 'neutral' } : states[status]
}
