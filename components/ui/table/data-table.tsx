import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { type DataColumn, PlainTable, type PlainTableProps } from './table.tsx'
import { TableRegion } from './table-region.tsx'

type DataTableProps<Row> = PlainTableProps<Row> & {
  /** Name of the region in which the table scrolls, if it must differ from the name of the table. */
  regionLabel?: string
  height?: 'viewport' | 'auto'
  regionClass?: string
}

/** Table whose rows are all known. For a list that people sort, page and export, use a `ListTable`. */
export function DataTable<Row>({ regionLabel, height = 'auto', regionClass = '', ...table }: DataTableProps<Row>) {
  return (
    <TableRegion label={regionLabel ?? table.label} height={height} className={regionClass}>
      <PlainTable {...table} />
    </TableRegion>
  )
}

export function CardTable<Row>(props: Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey' | 'stack'>) {
  return (
    <DataTable
      {...props}
      regionLabel={`Table of ${props.label.toLowerCase()}`}
      regionClass="rounded-t-none border-0"
      className="min-[60rem]:[&_:is(td,th):first-child]:pl-4"
    />
  )
}

type TableCardProps<Row> = {
  readonly title: string
  readonly description?: string
  readonly actions?: ReactNode
  readonly columns: readonly DataColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly empty: string
}

export function TableCard<Row>({ title, description, actions, empty, ...table }: TableCardProps<Row>) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} description={description} actions={actions} />
      {table.rows.length === 0 ? (
        <CardBody className="text-sm text-muted">{empty}</CardBody>
      ) : (
        <DataTable label={title} regionLabel={`Table: ${title}`} {...table} />
      )}
    </Card>
  )
}
