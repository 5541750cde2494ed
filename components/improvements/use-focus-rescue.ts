'use client'

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `onLost` when an element leaves the page with the focus inside, so that the caller can move the focus nearby.
 */
export function useFocusRescue(element: RefObject<HTMLElement | null>, onLost: (left: HTMLElement) => void): void {
  const rescue = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const leaving = element.current
    return () => {
      if (leaving?.contains(document.activeElement)) rescue(leaving)
    }
  }, [element])
}
