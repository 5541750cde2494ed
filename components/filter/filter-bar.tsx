'use client'

import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, ListFilter, X } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '#components/ui/class-names.ts'
import { typedControlClass } from '#components/ui/form/input.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import type { FilterError } from '#lib/filter/parse.ts'
import { takeSuggestion } from '#lib/filter/take-suggestion.ts'
import { FilterErrorMessage } from './filter-error.tsx'
import { type OfferedValues, offerValues } from './offered-values.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { useInputBeforeHydration } from './use-input-before-hydration.ts'

type FilterBarProps = {
  /** The accessible name, such as "Filter the changes". */
  label: string
  /** The active expression, as in the URL. */
  expression: string
  /** The expression, parsed by `readFilterParts` on the server, so that the parser is not part of the page. */
  reading: FilterReading
  fields: FilterFields
  /** The values in use that complete each field. The function must be stable. */
  offer: OfferedValues
  /** Applies another expression; an empty one removes the filter. */
  onApply: (expression: string) => void
  placeholder?: string
  /** Takes the focus when it appears. */
  focusesOnMount?: boolean
}

const loadLanguage = () => import('./filter-language.ts')

const staleTimeMs = 5 * 60_000

/**
 * A text box for a filter expression, with completion of fields, operators and values. A syntax error is marked at its
 * character and never applied. Parser and values are loaded when the bar is first used. Not built on cmdk, which always
 * selects a first suggestion, so that Enter would insert it instead of applying the filter.
 */
export function FilterBar(props: FilterBarProps) {
  const { label, expression, reading, fields, offer, onApply, placeholder, focusesOnMount = false } = props
  const id = useId()
  const listId = `${id}-list`
  const errorId = `${id}-error`
  const helpId = `${id}-help`
  const input = useRef<HTMLInputElement>(null)
  const [isNeeded, setNeeded] = useState(false)
  const language = useLazyPart(loadLanguage, isNeeded, () => setNeeded(false))
  const values = useQuery({ ...endpointQuery(listFilterValues, {}), enabled: isNeeded, staleTime: staleTimeMs })

  const applied = asOneLine(expression)
  const [text, setText] = useState(applied)
  const [cursor, setCursor] = useState(applied.length)
  const moveCursor = useCursorPosition(input)
  const [error, setError] = useState<FilterError | null>(reading.ok ? null : reading.error)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const [shown, setShown] = useState(applied)
  if (shown !== applied) {
    setShown(applied)
    setText(applied)
    setError(reading.ok ? null : reading.error)
    setOpen(false)
  }

  useEffect(() => {
    if (focusesOnMount) input.current?.focus()
  }, [focusesOnMount])

  const completion = isOpen && language ? language.suggest(text, cursor, offerValues(fields, offer, values.data)) : null
  const suggestions = completion?.suggestions ?? []
  const isListed = suggestions.length > 0

  const write = (next: string, at: number) => {
    setText(next)
    setCursor(at)
    setActive(null)
    setOpen(true)
    if (error) setError(language?.findError(next, fields) ?? null)
  }
  useInputBeforeHydration(input, text, (typed) => {
    setNeeded(true)
    write(typed.value, typed.selectionStart ?? typed.value.length)
  })
  const take = (index: number) => {
    const suggestion = suggestions[index]
    if (!completion || !suggestion) return
    const taken = takeSuggestion(text, completion, suggestion)
    write(taken.text, taken.cursor)
    moveCursor(taken.cursor)
  }
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    setOpen(false)
    const known = language ?? (await loadLanguage().catch(() => null))
    const found = known?.findError(text, fields) ?? null
    setError(found)
    if (found) moveCursor(found.offset)
    else onApply(text.trim())
  }
  const clear = () => {
    write('', 0)
    setError(null)
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
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : helpId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => write(target.value, target.selectionStart ?? target.value.length)}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart ?? 0)}
          onFocus={() => setNeeded(true)}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          className={cx(typedControlClass, 'h-8 pr-16 pl-8 font-mono')}
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
          <SuggestionList
            id={listId}
            suggestions={suggestions}
            active={active}
            tabTakes={active ?? (completion?.isBegun ? 0 : null)}
            onTake={take}
          />
        ) : null}
      </form>
      {error ? <FilterErrorMessage id={errorId} text={text} error={error} input={input} /> : null}
    </search>
  )
}

/** An input has one line. Each line break becomes one character, so that positions stay the same. */
const asOneLine = (text: string) => text.replace(/[\n\r\t]/g, ' ')

function nextIndex(active: number | null, step: number, count: number): number {
  if (active !== null) return (active + step + count) % count
  return step > 0 ? 0 : count - 1
}

/** Sets the cursor in the same commit that writes the text: the next key may already be pressed. */
function useCursorPosition(input: RefObject<HTMLInputElement | null>): (at: number) => void {
  const [position, setPosition] = useState<{ at: number } | null>(null)
  useLayoutEffect(() => {
    if (!position) return
    input.current?.focus()
    input.current?.setSelectionRange(position.at, position.at)
  }, [input, position])
  return (at) => setPosition({ at })
}
