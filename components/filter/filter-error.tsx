'use client'

import { CircleAlert } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import type { FilterError } from '#lib/filter/parse.ts'

type FilterErrorMessageProps = {
  id: string
  text: string
  error: FilterError
  input: RefObject<HTMLInputElement | null>
}

/** The message and a caret under the invalid character, which follows the scrolling of the input. */
export function FilterErrorMessage({ id, text, error, input }: FilterErrorMessageProps) {
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
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          Character {error.offset + 1}: {error.message}
        </span>
      </p>
    </div>
  )
}
