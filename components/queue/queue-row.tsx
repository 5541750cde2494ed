import { SelectRow } from '#components/bulk/select-cells.tsx'
import type { Selection } from '#components/bulk/use-selection.ts'
import type { ListColumn } from '#components/list/list-column.tsx'
import { rowId } from '#components/next-review/remembered-list.ts'
import { hasOpenReview } from '#components/records/change-labels.ts'
import { cx } from '#components/ui/class-names.ts'
import { DataCells } from '#components/ui/table/plain-table.tsx'
import { Td, Tr } from '#components/ui/table/table.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'

type QueueRowProps = {
  entry: QueueEntry
  columns: readonly ListColumn<QueueEntry, { isSelectable: boolean }>[]
  selection: Selection | null
}

/** One change of the queue; selectable if it has an open review. */
export function QueueRow({ entry, columns, selection }: QueueRowProps) {
  const { number } = entry
  return (
    <Tr
      id={rowId(number)}
      className={cx('scroll-mt-24 whitespace-nowrap', selection && 'stacked:relative')}
      selected={selection?.has(number) ?? false}
    >
      {selection === null ? null : hasOpenReview(entry) ? (
        <SelectRow number={number} selection={selection} />
      ) : (
        <Td className="w-9" />
      )}
      <DataCells columns={columns} row={entry} extra={{ isSelectable: selection !== null }} />
    </Tr>
  )
}
