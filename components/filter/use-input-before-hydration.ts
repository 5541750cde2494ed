'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Calls `take` once if the input was used before hydration. React leaves the typed text in the input but not in its
 * state, and would overwrite it with the next render.
 */
export function useInputBeforeHydration(
  input: RefObject<HTMLInputElement | null>,
  text: string,
  take: (input: HTMLInputElement) => void,
): void {
  const first = useRef({ text, take })
  useLayoutEffect(() => {
    const { current } = input
    if (!current) return
    if (current.value !== first.current.text || current === document.activeElement) first.current.take(current)
  }, [input])
}
