import { PlainTable, type PlainTableProps } from './plain-table.tsx'
import { TableRegion } from './table-region.tsx'

export type DataTableProps<Row> = PlainTableProps<Row> & {
  /** Name of the region in which the table scrolls, if it must differ from the name of the table. */
  regionLabel?: string
  /** See `TableRegion`. */
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
