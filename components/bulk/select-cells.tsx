import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Th } from '#components/ui/table/table.tsx'
import type { Selection } from './use-selection.ts'

type SelectAllProps = { numbers: readonly string[]; selection: Selection; label: string }

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
      ref={(input) => {
        if (input) input.indeterminate = count > 0 && !isAll
      }}
      onChange={() => selection.toggleAll(numbers)}
    />
  )
}

/** Classes of the cell with `SelectBox`; on a card it is in the corner. */
export const selectCellClass = 'w-9 pr-0! stacked:absolute stacked:top-1.5 stacked:right-2'

export const SelectBox = ({ number, selection }: { number: string; selection: Selection }) => (
  <Checkbox
    aria-label={`Select ${number}`}
    value={number}
    checked={selection.has(number)}
    onChange={({ nativeEvent: by }) => selection.toggle(number, 'shiftKey' in by && by.shiftKey === true)}
  />
)
