'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { PageLoading } from '#components/ui/page-loading.tsx'
import { chipRow, ToggleChip } from '#components/ui/toggle-chip.tsx'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { hasParts, joinParts, listPartTexts, toggleParts } from '#lib/filter/toggle-parts.ts'

/** A filter that one click toggles. `conditions` are in the form that `printFilter` writes. */
export type QuickFilter = {
  readonly label: string
  readonly conditions: readonly string[]
  /** Number of records that match it together with the active filter. */
  readonly count?: number
}

type QuickFiltersProps = {
  reading: FilterReading
  filters: readonly QuickFilter[]
  /** Returns the URL with another expression; undefined removes it. */
  hrefFor: (expression: string | undefined) => string
}

/**
 * Chips that toggle parts of the expression in the URL. A toggle shows at once, and the next click builds on it while
 * the list is still loading. They become items of the surrounding row.
 */
export function QuickFilters({ reading, filters, hrefFor }: QuickFiltersProps) {
  const router = useRouter()
  const [isSwitching, startSwitching] = useTransition()
  const [parts, showParts] = useOptimistic<readonly string[]>(listPartTexts(reading))
  const toggle = (conditions: readonly string[]) =>
    startSwitching(() => {
      const next = toggleParts(parts, conditions)
      showParts(next)
      router.push(hrefFor(joinParts(next)), { scroll: false })
    })
  return (
    <fieldset className={chipRow}>
      <legend className="sr-only">Quick filters</legend>
      <PageLoading when={isSwitching} />
      {filters.map(({ label, conditions, ...count }) => (
        <ToggleChip key={label} isOn={hasParts(parts, conditions)} onToggle={() => toggle(conditions)} {...count}>
          {label}
        </ToggleChip>
      ))}
    </fieldset>
  )
}
