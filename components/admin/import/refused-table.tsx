'use client'

import { Input } from '#components/ui/form/input.tsx'
import { Caption, Table, TBody, Td, THead, Th, Tr } from '#components/ui/table/table.tsx'
import { TableRegion } from '#components/ui/table/table-region.tsx'
import { columnsOf, placeWords, type RefusedRow, textOfCell } from './corrected-cells.ts'

type RefusedTableProps = {
  rows: readonly RefusedRow[]
  columns: readonly string[]
  /** Edited rows by their place. */
  corrected: ReadonlyMap<string, RefusedRow['cells']>
  onEdit: (row: RefusedRow, column: string, text: string) => void
}

/** Refused rows with the reason and a text box for each cell. */
export function RefusedTable({ rows, columns, corrected, onEdit }: RefusedTableProps) {
  const shown = columnsOf(columns, rows)
  return (
    <TableRegion label="Refused rows" height="viewport">
      <Table stack>
        <Caption>Refused rows</Caption>
        <THead>
          <Tr>
            <Th>Reason</Th>
            {shown.map((column) => (
              <Th key={column}>{column}</Th>
            ))}
          </Tr>
        </THead>
        <TBody>
          {rows.map((row) => (
            <Tr key={row.place} selected={corrected.has(row.place)}>
              <Td primary className="align-top">
                <span className="block min-w-56 py-1 text-sm text-pretty wrap-anywhere">
                  {row.reason} <span className="block text-xs text-muted">{placeWords(row.place)}</span>
                </span>
              </Td>
              {shown.map((column) => (
                <Td key={column} label={column} className="align-top">
                  <Input
                    className="min-w-36"
                    aria-label={`${column}, ${placeWords(row.place)}`}
                    value={textOfCell((corrected.get(row.place) ?? row.cells)[column])}
                    onChange={({ target }) => onEdit(row, column, target.value)}
                  />
                </Td>
              ))}
            </Tr>
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}
