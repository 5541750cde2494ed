import type { ListColumn } from '#components/list/list-column.tsx'
import { cx } from '#components/ui/class-names.ts'
import { DataCells } from '#components/ui/data-table.tsx'
import { Td, Tr } from '#components/ui/table.tsx'
import { rowId } from '#components/worklist/remembered-list.ts'
import { SelectRow } from '#components/worklist/select-cells.tsx'
import type { Selection } from '#components/worklist/use-selection.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { hasOpenReview } from './change-words.ts'

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
