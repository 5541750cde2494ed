import type { ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { type Align, Caption, Table, TBody, Td, THead, Th, Tr } from './table.tsx'

/** A column of a table: the one definition of its heading, its cells and the labelled values of a card. */
export type DataColumn<Row, Extra = unknown> = {
  /** Identifies the column where labels may repeat. */
  readonly id?: string
  readonly label: string
  /** The heading is for screen readers only, as over buttons, and cards show the value without it. */
  readonly hidesLabel?: boolean
  /** Whether its values say what they are, so that a phone shows them without the label. */
  readonly isEvident?: boolean
  /** The column that heads a card. */
  readonly isPrimary?: boolean
  readonly align?: Align
  /** Classes of header and cells, such as those that hide the column where the window is narrow. */
  readonly className?: string
  readonly cellClass?: string
  /** Whether there is nothing to show: a card leaves it out, a table shows `empty`. */
  readonly isEmpty?: (row: Row) => boolean
  /** A dash by default. */
  readonly empty?: string | ((row: Row) => string)
  readonly cell: (row: Row, extra: Extra) => ReactNode
}

export type PlainTableProps<Row> = {
  /** The name of the table. */
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Whether rows become cards where the window is narrow. */
  stack?: boolean
  className?: string
  rowClass?: string
  /** What differs from row to row. */
  rowProps?: (row: Row) => { id?: string; selected?: boolean }
  /** The widths of the columns. */
  colgroup?: ReactNode
}

/** A table of known rows without a region that scrolls, as for print. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  stack = true,
  className,
  rowClass,
  rowProps,
  colgroup,
}: PlainTableProps<Row>) {
  return (
    <Table stack={stack} className={className}>
      <Caption>{label}</Caption>
      {colgroup}
      <THead>
        <Tr>
          {columns.map(({ id, label: heading, hidesLabel, align = 'start', className: columnClass }) => (
            <Th key={id ?? heading} align={align} className={columnClass}>
              {hidesLabel ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
            </Th>
          ))}
        </Tr>
      </THead>
      <TBody>
        {rows.map((row) => (
          <Tr key={rowKey(row)} className={rowClass} {...rowProps?.(row)}>
            <DataCells columns={columns} row={row} extra={undefined} />
          </Tr>
        ))}
      </TBody>
    </Table>
  )
}

type DataCellsProps<Row, Extra> = { columns: readonly DataColumn<Row, Extra>[]; row: Row; extra: Extra }

/** The cells of a row; on a card, values with their labels. */
export function DataCells<Row, Extra>({ columns, row, extra }: DataCellsProps<Row, Extra>) {
  return columns.map(
    ({ id, label, hidesLabel, align = 'start', isPrimary, isEvident, className, cellClass, ...column }) => {
      const isEmpty = column.isEmpty?.(row) ?? false
      const { empty = '—' } = column
      return (
        <Td
          key={id ?? label}
          {...(isPrimary ? { primary: true } : hidesLabel ? {} : { label })}
          evident={isEvident}
          align={align}
          className={cx(className, cellClass, isEmpty && 'stacked:hidden!')}
        >
          {isEmpty ? (
            <span className="font-normal text-muted">{typeof empty === 'string' ? empty : empty(row)}</span>
          ) : (
            column.cell(row, extra)
          )}
        </Td>
      )
    },
  )
}
