'use client'

import { type RefObject, useLayoutEffect, useReducer } from 'react'
import type { FilterReading } from '#lib/filter/filter-parts.ts'
import type { FilterError } from '#lib/filter/parse.ts'

type FilterText = {
  /** The expression in the URL with which the text began. */
  readonly applied: string
  readonly text: string
  /** Position in the text, in UTF-16 units. */
  readonly cursor: number
  /** A position to set in the input; setting the same one again takes a new object. */
  readonly moved: { readonly cursor: number } | null
  readonly error: FilterError | null
  /** Whether suggestions may be listed. */
  readonly isOpen: boolean
  /** Index of the selected suggestion. */
  readonly active: number | null
}

const merge = (state: FilterText, changed: Partial<FilterText>): FilterText => ({ ...state, ...changed })

/** The text that a person writes in a filter bar, its error and suggestions. Another expression in the URL replaces it. */
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

  // In the same commit that writes the text: the next key may already be pressed.
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
    /** The person moved the cursor. React also reports the position that `write` already stored, once for each key. */
    followCursor: (cursor: number) => {
      if (cursor !== state.cursor) change({ cursor })
    },
    /** The person typed, or took a suggestion: then the cursor of the input `moves` to the end of it. */
    write: (text: string, cursor: number, newError: FilterError | null, moves = false) =>
      change({ text, cursor, error: newError, active: null, isOpen: true, ...(moves ? { moved: { cursor } } : {}) }),
    /** Shows an error, with the cursor at it; null removes the last one. */
    showError: (newError: FilterError | null) =>
      change({ error: newError, ...(newError ? { moved: { cursor: newError.offset } } : {}) }),
    clear: () => change({ text: '', cursor: 0, active: null, error: null, isOpen: false }),
  }
}

/** An input has one line. Each line break becomes one character, so that positions stay the same. */
const asOneLine = (text: string) => text.replace(/[\n\r\t]/g, ' ')
