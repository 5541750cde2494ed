'use client'

import { useEffect, useRef } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { Kbd } from '#components/ui/kbd.tsx'
import type { FilterSuggestion } from '#lib/filter/complete.ts'

type SuggestionListProps = {
  id: string
  suggestions: readonly FilterSuggestion[]
  active: number | null
  /** Index of the suggestion that Tab inserts; the list marks it. */
  tabTakes: number | null
  onTake: (index: number) => void
}

/** The list of a combobox: the focus stays in the input, which references the active option. */
export function SuggestionList({ id, suggestions, active, tabTakes, onTake }: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-raised"
    >
      {suggestions.map(({ text, description }, index) => (
        <div
          key={text}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => {
            event.preventDefault()
            onTake(index)
          }}
          className={cx(
            'flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-ink/7',
            index === active && 'bg-accent-soft',
          )}
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
            <span className="font-mono">{text}</span>
            {description ? <span className="text-xs text-muted">{description}</span> : null}
          </span>
          {index === tabTakes ? (
            <span aria-hidden="true" className="pointer-coarse:hidden">
              <Kbd>Tab</Kbd>
            </span>
          ) : null}
        </div>
      ))}
    </div>
  )
}
