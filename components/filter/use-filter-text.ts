'use client'

import { type RefObject, useLayoutEffect, useReducer } from 'react'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { completeFilter, type FilterCompletion, type FilterSuggestion } from '#lib/filter/complete.ts'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import type { FilterError } from '#lib/filter/parse.ts'

type FilterText = {
  /** Expression in the URL with which the text began. */
  readonly applied: string
  readonly text: string
  /** Position in the text, in UTF-16 units. */
  readonly cursor: number
  /** Position for the input's cursor. A new object sets the same position again. */
  readonly moved: { readonly cursor: number } | null
  readonly error: FilterError | null
  /** True if suggestions may be listed. */
  readonly isOpen: boolean
  readonly active: number | null
}

const merge = (state: FilterText, changed: Partial<FilterText>): FilterText => ({ ...state, ...changed })

/** State of a filter bar: its text, error and suggestions. Another expression in the URL replaces the text. */
export function useFilterText(input: RefObject<HTMLInputElement | null>, expression: string, reading: FilterReading) {
  const applied = asOneLine(expression)
  const error = reading.ok ? null : reading.error
  const [state, change] = useReducer(merge, {
    applied,
    text: applied,
    cursor: applied.length,
    moved: null,
    error,
    isOpen: false,
    active: null,
  })
  if (state.applied !== applied) change({ applied, text: applied, error, isOpen: false })

  // A layout effect, so that the cursor is set with the text, before the next key arrives.
  const { moved } = state
  useLayoutEffect(() => {
    if (!moved) return
    input.current?.focus()
    input.current?.setSelectionRange(moved.cursor, moved.cursor)
  }, [input, moved])

  return {
    ...state,
    open: () => change({ isOpen: true }),
    close: () => change({ isOpen: false }),
    select: (active: number) => change({ active }),
    /** React also reports the position that `write` already stored, once for each key. */
    followCursor: (cursor: number) => {
      if (cursor !== state.cursor) change({ cursor })
    },
    /** Records typed text or an inserted suggestion. `movesCursor` sets the cursor of the input, for a suggestion. */
    write: (text: string, cursor: number, newError: FilterError | null, { movesCursor = false } = {}) =>
      change({
        text,
        cursor,
        error: newError,
        active: null,
        isOpen: true,
        ...(movesCursor ? { moved: { cursor } } : {}),
      }),
    /** Shows an error and sets the cursor to it; null removes the last error. */
    showError: (newError: FilterError | null) =>
      change({ error: newError, ...(newError ? { moved: { cursor: newError.offset } } : {}) }),
    clear: () => change({ text: '', cursor: 0, active: null, error: null, isOpen: false }),
  }
}

/** Replaces each line break and tab by one space, so that positions stay the same. */
const asOneLine = (text: string) => text.replace(/[\n\r\t]/g, ' ')

const maxSuggestions = 50

/** Lists the completions at the cursor. `isBegun` is true if the first one completes the word before the cursor. */
export function suggest(
  text: string,
  cursor: number,
  fields: FilterFields,
): FilterCompletion & { readonly isBegun: boolean } {
  const { from, to, suggestions } = completeFilter(text, cursor, fields)
  const word = normalizeWord(text.slice(from, cursor))
  const others = suggestions.filter((suggestion) => normalizeWord(suggestion.text) !== word).slice(0, maxSuggestions)
  const isBegun = word !== '' && others[0] !== undefined && normalizeWord(others[0].text).startsWith(word)
  return { from, to, suggestions: others, isBegun }
}

const normalizeWord = (word: string) => word.replace(/^["']/, '').toLowerCase()

/** The text and the cursor (in UTF-16 units) after a suggestion is accepted. */
export function takeSuggestion(
  text: string,
  { from, to }: Pick<FilterCompletion, 'from' | 'to'>,
  { text: word }: FilterSuggestion,
): { text: string; cursor: number } {
  const before = text.slice(0, from)
  const start = /^[,)]/.test(word) ? before.trimEnd() : endWithSpace(before)
  const rest = text.slice(to).replace(/^ /, '')
  const end = word === '(' ? '' : ' '
  const insertion = `${start}${word}${end}`
  return { text: insertion + rest, cursor: insertion.length }
}

/** Adds a space unless the text is empty or ends with a space or an opening parenthesis. */
const endWithSpace = (text: string) => (text === '' || /[\s(]$/.test(text) ? text : `${text} `)
