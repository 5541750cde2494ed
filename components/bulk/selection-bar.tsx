'use client'

import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useAssign } from './use-assign.tsx'
import type { Selection } from './use-selection.ts'

/** The bulk bar, and its keys: `x` toggles the focused row, `a` assigns it or the selected ones. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const assign = useAssign(selection.clear)
  useShortcut('x', 'Select or deselect the row', () => focusedBox()?.click())
  useShortcut('a', 'Assign the row or the selected rows', () => {
    const focused = focusedBox()?.value
    const numbers = selection.numbers.length > 0 ? selection.numbers : focused ? [focused] : []
    if (numbers.length > 0) assign.open(numbers)
  })
  return (
    <>
      <BulkBar selection={selection} />
      {assign.dialog}
    </>
  )
}

/** Returns the checkbox in the row that has the focus; its value is the number of the change. */
const focusedBox = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('td input[type="checkbox"]')
