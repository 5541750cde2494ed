'use client'

import { useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import { useAssign } from './use-assign.tsx'
import type { Selection } from './use-selection.ts'

const loadBulkBar = () => import('./bulk-bar.tsx')

/** Loads the bulk bar at the first selected row. `x` toggles the focused row, `a` assigns it or the selected ones. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const [isNeeded, setNeeded] = useState(false)
  const assign = useAssign(selection.clear)
  useShortcut('x', 'Select or deselect the row', () => focusedBox()?.click())
  useShortcut('a', 'Assign the row or the selected rows', () => {
    const focused = focusedBox()?.value
    const numbers = selection.numbers.length > 0 ? selection.numbers : focused ? [focused] : []
    if (numbers.length > 0) assign.open(numbers)
  })
  if (!isNeeded && selection.numbers.length > 0) setNeeded(true)
  const bar = useLazyPart(loadBulkBar, isNeeded, () => {
    selection.clear()
    setNeeded(false)
  })
  return (
    <>
      {bar && <bar.BulkBar selection={selection} />}
      {assign.dialog}
    </>
  )
}

/** Returns the checkbox in the row that has the focus; its value is the number of the change. */
const focusedBox = () =>
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('td input[type="checkbox"]')
