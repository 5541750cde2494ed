'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CornerDownLeft, ListFilter, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Kbd } from '#components/layout/shortcuts/key-combination.tsx'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import { type FilterError, parseFilter } from '#lib/filter/parse.ts'
import { type OfferedValues, offerValues } from './offered-values.ts'
import { suggest, takeSuggestion, useFilterText } from './use-filter-text.ts'

type FilterBarProps = {
  /** The accessible name, such as "Filter the changes". */
  label: string
  expression: string
  reading: FilterReading
  fields: FilterFields
  offer: OfferedValues
  /** Applies another expression; an empty one removes the filter. */
  onApply: (expression: string) => void
  placeholder: string
  focusesOnMount: boolean
}

const staleTimeMs = 5 * 60_000

/**
 * A text box for a filter expression, with completion of fields, operators and values. It marks a syntax error at its
 * character and never applies the expression. Values load when the bar is first used. Not built on cmdk, which always
 * selects a first suggestion: Enter would insert it instead of applying the filter.
 */
export function FilterBar(props: FilterBarProps) {
  const { label, expression, reading, fields, offer, onApply, placeholder, focusesOnMount } = props
  const id = useId()
  const isHydrated = useHydrated()
  const listId = `${id}-list`
  const errorId = `${id}-error`
  const helpId = `${id}-help`
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isNeeded, setNeeded] = useState(false)
  const values = useQuery({ ...endpointQuery(listFilterValues, {}), enabled: isNeeded, staleTime: staleTimeMs })
  const filter = useFilterText(input, expression, reading)
  const { applied, text, error, active } = filter

  useEffect(() => {
    if (focusesOnMount) input.current?.focus()
    // It may have had the focus before hydration.
    if (input.current === document.activeElement) setNeeded(true)
  }, [focusesOnMount])
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const completion = filter.isOpen ? suggest(text, filter.cursor, offerValues(fields, offer, values.data)) : null
  const suggestions = completion?.suggestions ?? []
  const isListed = suggestions.length > 0
  /** Index of the suggestion that Tab inserts. */
  const tabTakes = active ?? (completion?.isBegun ? 0 : null)

  const write = (next: string, cursor: number, options?: { readonly movesCursor: boolean }) =>
    filter.write(next, cursor, error && findError(next, fields), options)
  const writeTyped = ({ value, selectionStart }: HTMLInputElement) => write(value, selectionStart ?? value.length)
  const insertSuggestion = (index: number) => {
    const suggestion = suggestions[index]
    if (!completion || !suggestion) return
    const inserted = takeSuggestion(text, completion, suggestion)
    write(inserted.text, inserted.cursor, { movesCursor: true })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    filter.close()
    const newError = findError(text, fields)
    filter.showError(newError)
    if (!newError) onApply(text.trim())
  }
  const clear = () => {
    filter.clear()
    input.current?.focus()
    if (expression !== '') onApply('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!filter.isOpen) filter.open()
      else if (isListed) filter.select(nextIndex(active, step, suggestions.length))
    } else if (event.key === 'Escape' && isListed) {
      event.preventDefault()
      event.stopPropagation()
      filter.close()
    } else if (event.key === 'Enter' && isListed && active !== null) {
      event.preventDefault()
      insertSuggestion(active)
    } else if (event.key === 'Tab' && !event.shiftKey && isListed && tabTakes !== null) {
      event.preventDefault()
      insertSuggestion(tabTakes)
    }
  }

  return (
    <search className="block min-w-0">
      <form onSubmit={apply} aria-label={label} className="relative">
        <ListFilter className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed && active !== null ? `${listId}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : helpId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          readOnly={!isHydrated}
          onChange={({ target }) => writeTyped(target)}
          onSelect={({ currentTarget }) => filter.followCursor(currentTarget.selectionStart ?? 0)}
          onFocus={() => setNeeded(true)}
          onClick={filter.open}
          onBlur={filter.close}
          onKeyDown={onKeyDown}
          className="control h-8 pr-16 pl-8 font-mono"
        />
        <span id={helpId} className="sr-only">
          Arrow keys select a suggestion, Tab or Enter inserts it, Enter applies the filter.
        </span>
        <div className="absolute top-0.5 right-0.5 flex">
          {text === '' ? null : <IconButton label="Clear the filter" size="sm" icon={<X />} onClick={clear} />}
          {text.trim() === applied.trim() ? null : (
            <IconButton type="submit" label="Apply the filter" size="sm" icon={<CornerDownLeft />} />
          )}
        </div>
        {isListed ? (
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label="Suggestions"
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm shadow-raised"
          >
            {suggestions.map(({ text: suggestion, description }, index) => (
              <div
                key={suggestion}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => {
                  event.preventDefault()
                  insertSuggestion(index)
                }}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-ink/7',
                  index === active && 'bg-accent-soft',
                )}
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                  <span className="font-mono">{suggestion}</span>
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
        ) : null}
      </form>
      {error ? <FilterErrorMessage id={errorId} text={text} error={error} input={input} /> : null}
    </search>
  )
}

function nextIndex(active: number | null, step: number, count: number): number {
  if (active !== null) return (active + step + count) % count
  return step > 0 ? 0 : count - 1
}

type FilterErrorMessageProps = {
  id: string
  text: string
  error: FilterError
  input: RefObject<HTMLInputElement | null>
}

/** The message and a caret under the invalid character, which follows the scrolling of the input. */
function FilterErrorMessage({ id, text, error, input }: FilterErrorMessageProps) {
  const [scrolled, setScrolled] = useState(0)
  useEffect(() => {
    const element = input.current
    if (!element) return
    const follow = () => setScrolled(element.scrollLeft)
    follow()
    element.addEventListener('scroll', follow)
    return () => element.removeEventListener('scroll', follow)
  }, [input])
  return (
    <div className="text-danger-text">
      <div aria-hidden="true" className="ml-8 overflow-hidden font-mono text-base leading-4 pointer-coarse:text-[1rem]">
        <div className="whitespace-pre" style={{ transform: `translateX(${-scrolled}px)` }}>
          <span className="invisible">{text.slice(0, error.offset)}</span>^
        </div>
      </div>
      <p id={id} role="alert" className="flex items-start gap-1 text-sm font-medium">
        <CircleAlert className="mt-0.5 size-4 shrink-0" />
        <span>
          Character {error.offset + 1}: {error.message}
        </span>
      </p>
    </div>
  )
}

function findError(text: string, fields: FilterFields): FilterError | null {
  if (text.trim() === '') return null
  const result = parseFilter(text, fields)
  return result.ok ? null : result.error
}
