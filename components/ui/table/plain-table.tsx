import type { ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { type Align, Caption, Table, TBody, Td, THead, Th, Tr } from './table.tsx'

/** Column of a table. One definition serves its heading, its cells and the labelled values of a card. */
export type DataColumn<Row, Extra = unknown> = {
  /** Identifies the column if labels may repeat. */
  readonly id?: string
  readonly label: string
  /** True if only screen readers get the heading, as over buttons. Cards then show the value without it. */
  readonly hidesLabel?: boolean
  /** True if its values explain themselves, so that a phone shows them without the label. */
  readonly isEvident?: boolean
  /** True for the column that heads a card. */
  readonly isPrimary?: boolean
  readonly align?: Align
  /** Classes of header and cells, such as those that hide the column in a narrow window. */
  readonly className?: string
  readonly cellClass?: string
  /** True if a row has nothing to show: a card leaves it out, a table shows `empty`. */
  readonly isEmpty?: (row: Row) => boolean
  /** Text of an empty cell; a dash by default. */
  readonly empty?: string | ((row: Row) => string)
  readonly cell: (row: Row, extra: Extra) => ReactNode
}

export type PlainTableProps<Row> = {
  /** Name of the table. */
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** True if rows become cards in a narrow window. */
  stack?: boolean
  className?: string
  rowClass?: string
  /** Props that differ from row to row. */
  rowProps?: (row: Row) => { id?: string; selected?: boolean }
  /** Widths of the columns. */
  colgroup?: ReactNode
}

/** Table of known rows without a scrolling region, such as for print. */
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

/** Cells of a row; on a card, values with their labels. */
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
