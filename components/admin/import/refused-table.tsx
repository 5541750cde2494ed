'use client'

import { Input } from '#components/ui/form/input.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import type { DataColumn } from '#components/ui/table/plain-table.tsx'
import { describePlace, describeReason, formatCell, listColumns, type RefusedRow } from './corrected-cells.ts'

type RefusedTableProps = {
  rows: readonly RefusedRow[]
  columns: readonly string[]
  /** Corrected cells by the place of their row. */
  corrected: ReadonlyMap<string, RefusedRow['cells']>
  onEdit: (row: RefusedRow, column: string, text: string) => void
}

const reason: DataColumn<RefusedRow> = {
  id: 'reason of the refusal',
  label: 'Reason',
  isPrimary: true,
  cellClass: 'align-top',
  cell: ({ reason: text, place }) => (
    <span className="block min-w-56 py-1 text-sm text-pretty wrap-anywhere">
      {describeReason(text)} <span className="block text-xs text-muted">{describePlace(place)}</span>
    </span>
  ),
}

/** Refused rows with the reason and a text box for each cell. */
export function RefusedTable({ rows, columns, corrected, onEdit }: RefusedTableProps) {
  const edited = listColumns(columns, rows).map(
    (column): DataColumn<RefusedRow> => ({
      id: `column ${column}`,
      label: column,
      cellClass: 'align-top',
      cell: (row) => (
        <Input
          className="min-w-36"
          aria-label={`${column}, ${describePlace(row.place)}`}
          value={formatCell((corrected.get(row.place) ?? row.cells)[column])}
          onChange={({ target }) => onEdit(row, column, target.value)}
        />
      ),
    }),
  )
  return (
    <DataTable
      label="Refused rows"
      height="viewport"
      columns={[reason, ...edited]}
      rows={rows}
      rowKey={({ place }) => place}
      rowProps={({ place }) => ({ selected: corrected.has(place) })}
    />
  )
}
