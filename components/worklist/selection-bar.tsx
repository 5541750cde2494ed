'use client'

import { useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts.tsx'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import type { Selection } from './use-selection.ts'

const loadBar = () => import('./bulk-bar.tsx')

/** Loads the bulk bar when the first row is selected. `x` toggles the focused row. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const [isNeeded, setNeeded] = useState(false)
  useShortcut('x', 'Select or deselect the row', toggleFocusedRow)
  if (!isNeeded && selection.numbers.length > 0) setNeeded(true)
  const bar = useLazyPart(loadBar, isNeeded, () => {
    selection.clear()
    setNeeded(false)
  })
  return bar && <bar.BulkBar selection={selection} />
}

function toggleFocusedRow(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('td input[type="checkbox"]')?.click()
}
