'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { ToggleChip } from '#components/ui/toggle-chip.tsx'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { holdsParts, joinParts, toggleParts } from '#lib/filter/toggle-parts.ts'

/** A filter at one click: the conditions that it adds, each spelled as `printFilter` does. */
export type QuickFilter = { readonly label: string; readonly conditions: readonly string[] }

type QuickFiltersProps = {
  reading: FilterReading
  filters: readonly QuickFilter[]
  /** The address with another expression in force; undefined for none. */
  hrefFor: (expression: string | undefined) => string
}

/**
 * Filters that are switched on and off beside each other; each is a part of the expression in the address. A switch
 * shows at once, so that the next click builds on it while the list is still on its way.
 */
export function QuickFilters({ reading, filters, hrefFor }: QuickFiltersProps) {
  const router = useRouter()
  const [, startSwitching] = useTransition()
  const [parts, showParts] = useOptimistic<readonly string[]>(textsOf(reading))
  const toggle = (conditions: readonly string[]) =>
    startSwitching(() => {
      const next = toggleParts(parts, conditions)
      showParts(next)
      router.push(hrefFor(joinParts(next)), { scroll: false })
    })
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Quick filters</legend>
      {filters.map(({ label, conditions }) => (
        <ToggleChip key={label} isOn={holdsParts(parts, conditions)} onToggle={() => toggle(conditions)}>
          {label}
        </ToggleChip>
      ))}
    </fieldset>
  )
}

const textsOf = (reading: FilterReading) => (reading.ok ? reading.parts.map(({ text }) => text) : [])
