'use client'

import { LoaderCircle, Search, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { cx } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { PageLoading } from '#components/ui/page-loading.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

const debounceMs = 300

type SearchBoxProps = {
  label: string
  placeholder: string
  value: string
  /** Returns the URL with another search; empty removes it. */
  hrefFor: (words: string) => string
  maxLength?: number
  className?: string
}

/**
 * Searches a list while the person types. Enter searches at once; `/` focuses the box from anywhere on the page. One
 * search makes one entry in the browser's history, however it was typed.
 */
export function SearchBox({ label, placeholder, value, hrefFor, maxLength = 200, className }: SearchBoxProps) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const isHydrated = useHydrated()
  const [words, setWords] = useState(value)
  const [shown, setShown] = useState(value)
  // Searches whose pages are loading. When one arrives, it does not overwrite newer text.
  const [sent, setSent] = useState<readonly string[]>([])
  const [isLoading, startLoading] = useTransition()
  if (shown !== value) {
    setShown(value)
    if (!sent.includes(value)) setWords(value)
  }
  if (!isLoading && sent.length > 0) setSent([])
  const search = (next: string) => {
    const latest = sent.at(-1) ?? value
    if (next === latest) return
    setSent([...sent, next])
    startLoading(() => router[latest === '' || next === '' ? 'push' : 'replace'](hrefFor(next), { scroll: false }))
  }
  const searchTyped = useEffectEvent(search)
  useEffect(() => {
    const timer = setTimeout(() => searchTyped(words.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [words])
  useShortcut('/', label, () => input.current?.select())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(words.trim())
  }
  const clear = () => {
    setWords('')
    input.current?.focus()
    search('')
  }
  const isSearching = isLoading || words.trim() !== (sent.at(-1) ?? value)
  const Icon = isSearching ? LoaderCircle : Search
  return (
    <search className={cx('block min-w-0', className)}>
      <form onSubmit={submit} aria-label={label} className="relative">
        <Icon
          className={cx('pointer-events-none absolute top-2 left-2.5 size-4 text-muted', isSearching && 'animate-spin')}
        />
        <PageLoading when={isSearching} />
        <span aria-live="polite" className="sr-only">
          {isSearching ? 'Searching' : ''}
        </span>
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
          readOnly={!isHydrated}
          onChange={({ target }) => setWords(target.value)}
          className="control h-8 pr-8 pl-8"
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
