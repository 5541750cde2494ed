import { PlainTable, type PlainTableProps } from './plain-table.tsx'
import { TableRegion } from './table-region.tsx'

export type DataTableProps<Row> = PlainTableProps<Row> & {
  /** The name of the region in which the table scrolls, where it must differ from that of the table. */
  regionLabel?: string
  /** See `TableRegion`. */
  height?: 'viewport' | 'auto'
  regionClass?: string
}

/** A table of known rows. A list that people sort, page and export is a `ListTable`. */
export function DataTable<Row>({ regionLabel, height = 'auto', regionClass = '', ...table }: DataTableProps<Row>) {
  return (
    <TableRegion label={regionLabel ?? table.label} height={height} className={regionClass}>
      <PlainTable {...table} />
    </TableRegion>
  )
}
