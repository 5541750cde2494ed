import type { ReactNode } from 'react'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { holdsParts, joinParts } from '#lib/filter/toggle-parts.ts'
import type { QuickFilter } from './quick-filters.tsx'

type FilterChipsProps = {
  reading: FilterReading
  /** Quick filters that already show what is active. */
  quickFilters?: readonly QuickFilter[]
  hrefFor: (expression: string | undefined) => string
  /** URL without any filter. */
  clearHref: string
  /** Other active filters, as `Chip`s. */
  children?: ReactNode
}

/** The active filters in words, each with a link that removes it; renders nothing if there are none. */
export function FilterChips({ reading, quickFilters = [], hrefFor, clearHref, children }: FilterChipsProps) {
  const parts = reading.ok ? reading.parts : []
  const texts = parts.map(({ text }) => text)
  const shownElsewhere = quickFilters.flatMap(({ conditions }) => (holdsParts(texts, conditions) ? conditions : []))
  const shown = parts.filter(({ text }) => !shownElsewhere.includes(text))
  if (shown.length === 0 && !children) return null
  return (
    <section aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
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
