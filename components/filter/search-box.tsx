'use client'

import { Search, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts.tsx'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { typedControlClass } from '#components/ui/input.tsx'
import { useInputBeforeHydration } from './use-input-before-hydration.ts'

type SearchBoxProps = {
  /** "Search the changes" */
  label: string
  placeholder: string
  /** The active search, as in the URL. */
  value: string
  onSearch: (words: string) => void
  maxLength?: number
}

/** Searches a list: Enter searches, `/` focuses the box from anywhere on the page. */
export function SearchBox({ label, placeholder, value, onSearch, maxLength = 200 }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setWords(value)
  }
  useInputBeforeHydration(input, words, (typed) => setWords(typed.value))
  useShortcut('/', label, () => input.current?.select())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(words.trim())
  }
  const clear = () => {
    setWords('')
    input.current?.focus()
    if (value !== '') onSearch('')
  }
  return (
    <search className="block min-w-0">
      <form onSubmit={submit} aria-label={label} className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted" />
        <input
          ref={input}
          type="text"
          enterKeyHint="search"
          aria-label={label}
          aria-keyshortcuts="/"
          autoComplete="off"
          maxLength={maxLength}
          placeholder={placeholder}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          className={cx(typedControlClass, 'h-8 pr-8 pl-8')}
        />
        {words === '' ? null : (
          <IconButton
            label="Clear the search"
            size="sm"
            icon={<X />}
            onClick={clear}
            className="absolute top-0.5 right-0.5"
          />
        )}
      </form>
    </search>
  )
}
