import type { ImportEntry, ImportRecord, ImportResult } from '#lib/contracts/import-records.ts'
import type { ImportSummary } from '#server/import/import-summary.ts'
import type { imports } from '#server/schema/imports.ts'

export type ImportRow = typeof imports.$inferSelect

/** The columns of an import in the list. */
type ListedRow = Omit<
  ImportRow,
  'options' | 'attempts' | 'progress' | 'actorKind' | 'actorId' | 'caller' | 'aliveAt' | 'cancelRequestedAt'
>

/** The result of an import that changed nothing. */
export const noResult: ImportResult = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  superseded: 0,
  kept: 0,
  stubs: 0,
  format: null,
  encoding: null,
  fields: [],
  unused_columns: [],
  remarks: [],
  refusals: [],
}

export function presentEntry(row: ListedRow): ImportEntry {
  const { inserted, updated, unchanged, superseded, kept, stubs } = row.result ?? noResult
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    file_name: row.fileName,
    size: row.size,
    status: row.status,
    dry_run: row.isDryRun,
    rows: row.rows,
    inserted,
    updated,
    unchanged,
    refused: row.refused,
    superseded,
    kept,
    stubs,
    error: row.error,
    created_by: row.createdBy,
    created_at: row.createdAt,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
    undone_at: row.undoneAt,
    undone_by: row.undoneBy,
  }
}

export function presentImport(row: ImportRow, decisions: ImportRecord['decisions'] = null): ImportRecord {
  const { format, encoding, fields, unused_columns, remarks, refusals } = row.result ?? noResult
  return {
    ...presentEntry(row),
    options: row.options,
    progress: row.progress,
    format,
    encoding,
    fields,
    unused_columns,
    remarks,
    decisions,
    refusals,
  }
}

/** Converts the summary of an import to its stored and returned form. */
export function presentResult(summary: ImportSummary): ImportResult {
  const { inserted, updated, unchanged, superseded, kept, stubs, format, encoding, refusals } = summary
  return {
    inserted,
    updated,
    unchanged,
    superseded,
    kept,
    stubs,
    format,
    encoding,
    fields: summary.feeds.map((feed) => ({
      field: feed.field,
      columns: [...feed.columns],
      join: feed.joinedWith ?? null,
      values: { ...feed.values },
      format: feed.format ?? null,
      default: feed.fallback ?? null,
      is_guessed: feed.isGuessed,
    })),
    unused_columns: [...summary.unused],
    remarks: [...summary.remarks],
    refusals: refusals.map(({ line, place, reason }) => ({ line, place, reason })),
  }
}
