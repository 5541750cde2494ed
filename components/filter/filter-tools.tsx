'use client'

import { Code, ListFilter } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { storeChoice } from '#components/ui/stored-choice.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { joinParts } from '#lib/filter/toggle-parts.ts'
import type { OfferedValues } from './offered-values.ts'

// Every list has them, few visits open them, and together they are 20 kB.
const FilterBar = dynamic(() => import('./filter-bar.tsx').then((part) => part.FilterBar), { loading: () => null })
const FilterBuilder = dynamic(() => import('./filter-builder.tsx').then((part) => part.FilterBuilder), {
  loading: () => null,
})

type FilterToolsProps = {
  /** The accessible name of the language's text box, such as "Filter the changes". */
  label: string
  placeholder: string
  /** The active expression, as in the URL. */
  expression: string
  reading: FilterReading
  fields: FilterFields
  /** Values in use that complete each field. The function must be stable. */
  offer: OfferedValues
  /** True if this browser shows the filter language. */
  showsLanguage: boolean
  /** Applies another expression; an empty one removes the filter. */
  onApply: (expression: string) => void
}

/**
 * Two ways to filter a list, inside a flex row that wraps: a builder that adds one condition at a time and, below the
 * row on request, the filter language. An invalid filter always shows the language, which marks the error.
 */
export function FilterTools({ showsLanguage, ...bar }: FilterToolsProps) {
  const { fields, offer, reading, onApply } = bar
  const [isBuilding, setBuilding] = useState(false)
  const [language, setLanguage] = useState<'hidden' | 'shown' | 'opened'>(showsLanguage ? 'shown' : 'hidden')
  const isShown = language !== 'hidden' || !reading.ok
  const toggle = () => {
    const next = language === 'hidden' ? 'opened' : 'hidden'
    setLanguage(next)
    storeChoice('filter-language', next === 'hidden' ? next : 'shown')
  }
  const add = (condition: string) => {
    setBuilding(false)
    const parts = reading.ok ? reading.parts.map(({ text }) => text) : []
    if (!parts.includes(condition)) onApply(joinParts([...parts, condition]) ?? '')
  }
  return (
    <>
      <span className="flex gap-1">
        <Popover
          label="Add a filter"
          align="end"
          open={isBuilding}
          onOpenChange={setBuilding}
          className="w-96"
          trigger={
            <Button size="sm" icon={<ListFilter aria-hidden="true" />} disabled={!reading.ok}>
              <span className="max-sm:sr-only">Filter</span>
            </Button>
          }
        >
          <FilterBuilder fields={fields} offer={offer} onAdd={add} />
        </Popover>
        <IconButton
          size="sm"
          label="Filter language"
          icon={<Code aria-hidden="true" />}
          aria-pressed={isShown}
          onClick={toggle}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        />
      </span>
      {isShown ? (
        <div className="order-last min-w-0 basis-full">
          <FilterBar {...bar} focusesOnMount={language === 'opened'} />
        </div>
      ) : null}
    </>
  )
}
