import { DataTable, type DataTableProps } from './data-table.tsx'

/** Table that fills a `Card`, aligned with its heading. */
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
