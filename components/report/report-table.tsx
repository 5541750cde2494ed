import { Fragment, type ReactNode } from 'react'
import { type DataColumn, PlainTable } from '#components/ui/table/plain-table.tsx'

type ReportTableProps<Row> = {
  caption: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shown when there are no rows. */
  empty: string
}

/** A table as wide as the page, whose first column heads the cards; text wraps and rows do not break in print. */
export function ReportTable<Row>({ caption, columns, rows, rowKey, empty }: ReportTableProps<Row>) {
  if (rows.length === 0) return <p className="text-sm text-muted">{empty}</p>
  return (
    <PlainTable
      label={caption}
      columns={columns.map((column, index) => ({
        ...column,
        isPrimary: index === 0,
        cell: (row: Row, extra: unknown) => breakable(column.cell(row, extra)),
      }))}
      rows={rows}
      rowKey={rowKey}
      className="rounded-md border border-line"
      rowClass="break-inside-avoid-page"
    />
  )
}

const breakable = (cell: ReactNode) =>
  typeof cell === 'string' && cell.includes('@') ? <BreakableAddress address={cell} /> : cell

/** An address that breaks only before its `@` and its dots. */
function BreakableAddress({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
