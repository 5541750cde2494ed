import { DataTable, type DataTableProps } from '#components/ui/table/data-table.tsx'

/** A table that fills a `SectionCard`, aligned with its heading. */
export function SectionTable<Row>(props: Pick<DataTableProps<Row>, 'label' | 'columns' | 'rows' | 'rowKey'>) {
  return (
    <DataTable
      {...props}
      regionLabel={`Table of ${props.label.toLowerCase()}`}
      regionClass="rounded-t-none border-0"
      className="min-[60rem]:[&_:is(td,th):first-child]:pl-4"
    />
  )
}
