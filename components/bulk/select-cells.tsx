import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Th } from '#components/ui/table/table.tsx'
import type { Selection } from './use-selection.ts'

type SelectAllProps = { numbers: readonly string[]; selection: Selection; label: string }

/** Column header that selects all rows. */
export function SelectAll(props: SelectAllProps) {
  return (
    <Th className="w-9 pr-0!">
      <SelectAllBox {...props} />
    </Th>
  )
}

export function SelectAllBox({ numbers, selection, label }: SelectAllProps) {
  const count = numbers.filter(selection.has).length
  const isAll = count > 0 && count === numbers.length
  return (
    <Checkbox
      aria-label={label}
      disabled={numbers.length === 0}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => selection.toggleAll(numbers)}
    />
  )
}

/** Classes of the cell with `SelectBox`; on a card it is in the corner. */
export const selectCellClass = 'w-9 pr-0! stacked:absolute stacked:top-1.5 stacked:right-2'

/** Checkbox that selects one row. */
export const SelectBox = ({ number, selection }: { number: string; selection: Selection }) => (
  <Checkbox
    aria-label={`Select ${number}`}
    value={number}
    checked={selection.has(number)}
    onChange={() => selection.toggle(number)}
  />
)
