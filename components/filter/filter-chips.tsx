import type { ReactNode } from 'react'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { holdsParts, joinParts } from '#lib/filter/toggle-parts.ts'
import type { QuickFilter } from './quick-filters.tsx'

type FilterChipsProps = {
  reading: FilterReading
  /** Those that are shown as switched on already. */
  quickFilters?: readonly QuickFilter[]
  hrefFor: (expression: string | undefined) => string
  /** The address without any filter. */
  clearHref: string
  /** Other filters in force, as `Chip`s. */
  children?: ReactNode
}

/** The filters in force in words, each with the way to take it off; nothing when there are none. */
export function FilterChips({ reading, quickFilters = [], hrefFor, clearHref, children }: FilterChipsProps) {
  const parts = reading.ok ? reading.parts : []
  const texts = parts.map(({ text }) => text)
  const shownElsewhere = quickFilters.flatMap(({ conditions }) => (holdsParts(texts, conditions) ? conditions : []))
  const shown = parts.filter(({ text }) => !shownElsewhere.includes(text))
  if (shown.length === 0 && !children) return null
  return (
    <section aria-label="Filters in force" className="flex flex-wrap items-center gap-1.5">
      {children}
      {shown.map(({ text, words }) => (
        <Chip
          key={text}
          label={words?.label ?? 'Filter'}
          removeHref={hrefFor(joinParts(texts.filter((other) => other !== text)))}
        >
          {words?.value ?? <code className="font-mono text-xs">{text}</code>}
        </Chip>
      ))}
      <TextLink href={clearHref} scroll={false} className="px-1 text-sm">
        Clear all
      </TextLink>
    </section>
  )
}
