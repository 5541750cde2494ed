'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Hands over an input that was used before the page came to life, once: React leaves in it what was typed, but does not
 * know of it, and writes its own text there as soon as it draws again.
 */
export function useEarlyInput(
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
