import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#components/ui/link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { hasParts, joinParts } from '#lib/filter/toggle-parts.ts'
import type { QuickFilter } from './quick-filters.tsx'

type FilterChipsProps = {
  reading: FilterReading
  /** Quick filters, whose active parts need no chip. */
  quickFilters?: readonly QuickFilter[]
  hrefFor: (expression: string | undefined) => string
  clearHref: string
  /** Further filters; one without a value is not active. */
  applied: readonly AppliedFilter[]
}

type AppliedFilter = { label: string; value: string | undefined; removeHref: string }

export function FilterChips({ reading, quickFilters = [], hrefFor, clearHref, applied }: FilterChipsProps) {
  const parts = reading.ok ? reading.parts : []
  const texts = parts.map(({ text }) => text)
  const shownElsewhere = quickFilters.flatMap(({ conditions }) => (hasParts(texts, conditions) ? conditions : []))
  const shownParts = parts.filter(({ text }) => !shownElsewhere.includes(text))
  const active = applied.filter(({ value }) => value)
  if (shownParts.length === 0 && active.length === 0) return null
  return (
    <section aria-label="Active filters" className="flex flex-wrap items-center gap-1.5">
      {active.map(({ label, value, removeHref }) => (
        <Chip key={`${label} ${value}`} label={label} removeHref={removeHref}>
          {value}
        </Chip>
      ))}
      {shownParts.map(({ text, words }) => (
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

function Chip({ label, children, removeHref }: { label: string; children: ReactNode; removeHref: string }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1 rounded-md border border-line-strong/60 bg-surface pr-0.5 pl-2 text-sm">
      <span className="text-muted">{label}</span>
      <span className="min-w-0 truncate font-medium">{children}</span>
      <Link
        href={removeHref}
        aria-label={`Remove filter ${label}`}
        scroll={false}
        className="grid size-6 place-items-center rounded-md text-muted hover:bg-ink/7 hover:text-ink"
      >
        <X className="size-3.5" />
      </Link>
    </span>
  )
}
