import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'

type TableFrameProps = {
  label: string
  /** True if rows become cards of labelled values below 960 px; see table.css. */
  stack: boolean
  className?: string | undefined
  colgroup?: ReactNode
  head: ReactNode
  children: ReactNode
}

/**
 * Table with a header that stays visible while its region scrolls or, in a region as high as its rows, the page. The
 * roles are explicit, because `stack` changes `display`, and browsers then drop the implicit ones.
 */
export function TableFrame({ label, stack, className, colgroup, head, children }: TableFrameProps) {
  return (
    <table
      {...role('table')}
      data-stack={stack || undefined}
      className={cx('w-full border-separate border-spacing-0 text-sm', className)}
    >
      <caption className="sr-only">{label}</caption>
      {colgroup}
      <thead {...role('rowgroup')} className="sticky top-[var(--table-head-top,0px)] z-10">
        <Tr>{head}</Tr>
      </thead>
      <tbody {...role('rowgroup')}>{children}</tbody>
    </table>
  )
}

const role = (name: string) => ({ role: name })

type TrProps = ComponentProps<'tr'> & { selected?: boolean }

export function Tr({ selected, className, ...rest }: TrProps) {
  return <tr {...role('row')} {...rest} data-selected={selected || undefined} className={cx('group/row', className)} />
}

type Align = 'start' | 'end'

type ThProps = Omit<ComponentProps<'th'>, 'align'> & {
  align?: Align | undefined
  hidesLabel?: boolean | undefined
}

export function Th({ align = 'start', hidesLabel, className, children, ...rest }: ThProps) {
  return (
    <th
      {...role('columnheader')}
      scope="col"
      {...rest}
      className={cx('heading-cell', align === 'end' && 'text-right', className)}
    >
      {hidesLabel ? <span className="sr-only">{children}</span> : children}
    </th>
  )
}

type TdProps = Omit<ComponentProps<'td'>, 'align'> & {
  /** `end` for numbers. */
  align?: Align
}

export function Td({ align = 'start', className, ...rest }: TdProps) {
  return <td {...role('cell')} {...rest} className={cx('cell', align === 'end' && 'text-right', className)} />
}

/** Column of a table. One definition serves its heading, its cells and the labelled values of a card. */
export type DataColumn<Row, Extra = unknown> = {
  /** Identifies the column if labels may repeat. */
  readonly id?: string
  readonly label: string
  /** True if only screen readers get the heading, as over buttons. Cards then show the value without it. */
  readonly hidesLabel?: boolean
  /** True if its values explain themselves, so that a phone shows them without the label. */
  readonly isEvident?: boolean
  readonly isPrimary?: boolean
  readonly align?: Align
  /** Classes of header and cells, such as those that hide the column in a narrow window. */
  readonly className?: string
  readonly cellClass?: string
  /** True if a row has nothing to show: a card leaves it out, a table shows `empty`. */
  readonly isEmpty?: (row: Row) => boolean
  readonly empty?: string | ((row: Row) => string)
  readonly cell: (row: Row, extra: Extra) => ReactNode
}

export type PlainTableProps<Row> = {
  label: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  stack?: boolean
  className?: string
  rowClass?: string
  rowProps?: (row: Row) => { id?: string; selected?: boolean }
  colgroup?: ReactNode
}

/** Table of known rows without a scrolling region, such as for print. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { columns, rows, rowKey, stack = true, rowClass, rowProps, ...frame } = props
  return (
    <TableFrame
      {...frame}
      stack={stack}
      head={columns.map(({ id, label, hidesLabel, align, className }) => (
        <Th key={id ?? label} align={align} hidesLabel={hidesLabel} className={className}>
          {label}
        </Th>
      ))}
    >
      {rows.map((row) => (
        <Tr key={rowKey(row)} className={rowClass} {...rowProps?.(row)}>
          <DataCells columns={columns} row={row} extra={undefined} stack={stack} />
        </Tr>
      ))}
    </TableFrame>
  )
}

type DataCellsProps<Row, Extra> = {
  columns: readonly DataColumn<Row, Extra>[]
  row: Row
  extra: Extra
  /** False without the marks that only cards read. */
  stack?: boolean
}

export function DataCells<Row, Extra>({ columns, row, extra, stack = true }: DataCellsProps<Row, Extra>) {
  return columns.map(
    ({ id, label, hidesLabel, align = 'start', isPrimary, isEvident, className, cellClass, ...column }) => {
      const isEmpty = column.isEmpty?.(row) ?? false
      const { empty = '—' } = column
      const marks = {
        'data-label': isPrimary || hidesLabel ? undefined : label,
        'data-primary': isPrimary || undefined,
        'data-evident': isEvident || undefined,
      }
      return (
        <Td
          key={id ?? label}
          {...(stack ? marks : undefined)}
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
