import type { ReactNode } from 'react'
import { selectCellClass } from '#components/bulk/select-cells.tsx'
import { Card } from '#components/ui/card.tsx'
import { cx } from '#components/ui/class-names.ts'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { RowLink } from '#components/ui/table/row-link.tsx'
import type { DataColumn, PlainTableProps } from '#components/ui/table/table.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { groupDigits } from '#lib/text/grouped.ts'

export type FourColumns<Row> = readonly [DataColumn<Row>, DataColumn<Row>, DataColumn<Row>, DataColumn<Row>]

type WorklistCardProps<Row> = Pick<PlainTableProps<Row>, 'rows' | 'rowKey' | 'rowProps' | 'rowClass'> & {
  id: string
  title: string
  description: string
  total: number
  all?: { href: string; label: string }
  columns: FourColumns<Row>
  /** True if any section has selectable rows, so that every section has a column for them. */
  hasSelection: boolean
  selectAll?: ReactNode
  select?: ((row: Row) => ReactNode) | undefined
}

/** Hides the second column if the window has no room for it; cards show it. */
export const wideOnly = 'min-[60rem]:max-xl:hidden'

/** Section of Today, unless it is empty. All sections have the same columns of fixed width, so that they align. */
export function WorklistCard<Row>(props: WorklistCardProps<Row>) {
  const { id, title, description, total, all, columns, hasSelection, selectAll, select, rowClass, ...table } = props
  if (total === 0) return null
  const selects: DataColumn<Row> = {
    label: 'Select',
    hidesLabel: true,
    cellClass: selectCellClass,
    isEmpty: () => !select,
    empty: '',
    cell: (row) => select?.(row),
  }
  return (
    <Card id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 overflow-clip">
      <header className="flex min-h-10 items-center gap-x-2 border-b border-line bg-sunken px-3">
        {selectAll}
        <h2 id={`${id}-title`} className="text-md font-semibold whitespace-nowrap">
          {title} <span className="font-normal text-muted tabular-nums">{groupDigits(total)}</span>
        </h2>
        <p className="min-w-0 flex-1 truncate text-xs text-muted max-sm:invisible">{description}</p>
        {all ? (
          <TextLink href={all.href} className="text-sm whitespace-nowrap" aria-label={`${all.label}: ${title}`}>
            {all.label}
          </TextLink>
        ) : null}
      </header>
      <DataTable
        {...table}
        label={title}
        regionClass="rounded-t-none border-0"
        className="table-fixed [&_thead]:sr-only"
        columns={[...(hasSelection ? [selects] : []), ...columns]}
        colgroup={
          <colgroup className="stacked:hidden">
            {hasSelection ? <col className="w-10" /> : null}
            <col />
            <col className={cx('w-56', wideOnly)} />
            <col className="w-36 xl:w-48" />
            <col className="w-40 xl:w-48" />
          </colgroup>
        }
        rowClass={cx('whitespace-nowrap', rowClass)}
      />
    </Card>
  )
}

export const titleColumn = { isPrimary: true, cellClass: 'py-0.5!' }

export function WorklistTitle({ href, title, children }: { href: string; title: string; children?: ReactNode }) {
  return (
    <div className="min-w-0 stacked:pr-9">
      <RowLink
        href={href}
        title={title}
        className="block truncate leading-4.5 stacked:whitespace-normal stacked:wrap-anywhere"
      >
        {title}
      </RowLink>
      {children ? (
        <span className="block truncate text-xs/4 font-normal text-muted stacked:whitespace-normal stacked:wrap-anywhere">
          {children}
        </span>
      ) : null}
    </div>
  )
}
