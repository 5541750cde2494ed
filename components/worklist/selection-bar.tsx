'use client'

import { useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts.tsx'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import type { Selection } from './use-selection.ts'

const loadBar = () => import('./bulk-bar.tsx')

/** What can be done with the rows that are selected, fetched with the first of them. `x` switches the row in focus. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const [isWanted, setWanted] = useState(false)
  useShortcut('x', 'Select the row, or take it back', toggleFocusedRow)
  if (!isWanted && selection.numbers.length > 0) setWanted(true)
  const bar = useLazyPart(loadBar, isWanted, () => {
    selection.clear()
    setWanted(false)
  })
  return bar && <bar.BulkBar selection={selection} />
}

function toggleFocusedRow(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLInputElement>('td input[type="checkbox"]')?.click()
}
