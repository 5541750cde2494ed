'use client'

import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, ListFilter, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { typedControlClass } from '#components/ui/input.tsx'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import type { FilterError } from '#lib/filter/parse.ts'
import { takeSuggestion } from '#lib/filter/take-suggestion.ts'
import { FilterFault } from './filter-fault.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { useEarlyInput } from './use-early-input.ts'
import { type OfferedValues, offerValues, type ValuesInUse } from './values-in-use.ts'

type FilterBarProps = {
  /** What the filter is of: "Filter the changes". */
  label: string
  /** The expression in force, as the address has it. */
  expression: string
  /** The same, read by `readFilterParts`: on the server, so that the parser is not part of the page. */
  reading: FilterReading
  fields: FilterFields
  /** Which of the values in use each field is completed with. Keep the function steady. */
  offer: OfferedValues
  /** Puts another expression in force; an empty one takes the filter off. */
  onApply: (expression: string) => void
  placeholder?: string
}

const loadLanguage = () => import('./filter-language.ts')
const loadValues = async (signal: AbortSignal): Promise<ValuesInUse> =>
  (await import('./load-values-in-use.ts')).loadValuesInUse(signal)

const steady = 5 * 60_000

/**
 * A filter of the filter language, written with completion of fields, operators and values; what cannot be read is
 * marked under its very character and never applied. Parser and values are fetched when the bar is first used.
 */
export function FilterBar({ label, expression, reading, fields, offer, onApply, placeholder }: FilterBarProps) {
  const id = useId()
  const [listId, faultId, helpId] = [`${id}-list`, `${id}-fault`, `${id}-help`]
  const input = useRef<HTMLInputElement>(null)
  const [isWanted, setWanted] = useState(false)
  const language = useLazyPart(loadLanguage, isWanted, () => setWanted(false))
  const values = useQuery({
    queryKey: ['Finding', 'values in use'],
    queryFn: ({ signal }) => loadValues(signal),
    enabled: isWanted,
    staleTime: steady,
  })

  const written = asOneLine(expression)
  const [text, setText] = useState(written)
  const [cursor, setCursor] = useState(written.length)
  const placeCursor = useCursorPlace(input)
  const [fault, setFault] = useState<FilterError | null>(reading.ok ? null : reading.error)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const [shown, setShown] = useState(written)
  if (shown !== written) {
    setShown(written)
    setText(written)
    setFault(reading.ok ? null : reading.error)
    setOpen(false)
  }

  const completion = isOpen && language ? language.suggest(text, cursor, offerValues(fields, offer, values.data)) : null
  const suggestions = completion?.suggestions ?? []
  const isListed = suggestions.length > 0

  const write = (next: string, at: number) => {
    setText(next)
    setCursor(at)
    setActive(null)
    setOpen(true)
    if (fault) setFault(language?.findFault(next, fields) ?? null)
  }
  useEarlyInput(input, text, (early) => {
    setWanted(true)
    write(early.value, early.selectionStart ?? early.value.length)
  })
  const take = (index: number) => {
    const suggestion = suggestions[index]
    if (!completion || !suggestion) return
    const taken = takeSuggestion(text, completion, suggestion)
    write(taken.text, taken.cursor)
    placeCursor(taken.cursor)
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    const known = language ?? (await loadLanguage().catch(() => null))
    const found = known?.findFault(text, fields) ?? null
    setFault(found)
    if (found) placeCursor(found.offset)
    else onApply(text.trim())
  }
  const clear = () => {
    write('', 0)
    setFault(null)
    setOpen(false)
    input.current?.focus()
    if (expression !== '') onApply('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!isOpen) setOpen(true)
      else if (isListed) setActive(nextIndex(active, step, suggestions.length))
    } else if (event.key === 'Escape' && isListed) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Enter' && isListed && active !== null) {
      event.preventDefault()
      take(active)
    } else if (event.key === 'Tab' && !event.shiftKey && isListed && (active !== null || completion?.isBegun)) {
      event.preventDefault()
      take(active ?? 0)
    }
  }

  return (
    <search className="block min-w-0">
      <form onSubmit={apply} aria-label={label} className="relative">
        <ListFilter aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed && active !== null ? `${listId}-${active}` : undefined}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : helpId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
          onFocus={() => setWanted(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className={cx(typedControlClass, 'h-8 pr-16 pl-8 font-mono')}
        />
        <span id={helpId} className="sr-only">
          Arrow keys choose a suggestion, Tab or Enter takes it, Enter applies the filter.
        </span>
        <div className="absolute top-0.5 right-0.5 flex">
          {text === '' ? null : <IconButton label="Clear the filter" size="sm" icon={<X />} onClick={clear} />}
          {text.trim() === written.trim() ? null : (
            <IconButton type="submit" label="Apply the filter" size="sm" icon={<CornerDownLeft />} />
          )}
        </div>
        {isListed ? (
          <SuggestionList
            id={listId}
            suggestions={suggestions}
            active={active}
            tabTakes={active ?? (completion?.isBegun ? 0 : null)}
            onTake={take}
          />
        ) : null}
      </form>
      {fault ? <FilterFault id={faultId} text={text} fault={fault} input={input} /> : null}
    </search>
  )
}

/** An input has one line; each line end is one character, so that places stay. */
const asOneLine = (text: string) => text.replace(/[\n\r\t]/g, ' ')

const nextIndex = (active: number | null, step: number, count: number) =>
  active === null ? (step > 0 ? 0 : count - 1) : (active + step + count) % count

/** Puts the cursor where it belongs in the very commit that writes the text: the next key may be on its way already. */
function useCursorPlace(input: RefObject<HTMLInputElement | null>): (at: number) => void {
  const [place, setPlace] = useState<{ at: number } | null>(null)
  useLayoutEffect(() => {
    if (!place) return
    input.current?.focus()
    input.current?.setSelectionRange(place.at, place.at)
  }, [input, place])
  return (at) => setPlace({ at })
}
