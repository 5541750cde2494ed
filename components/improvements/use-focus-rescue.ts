'use client'

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** Tells when an element leaves the page with the keyboard's focus inside, so that the focus can go somewhere near. */
export function useFocusRescue(element: RefObject<HTMLElement | null>, onLost: () => void): void {
  const rescue = useEffectEvent(onLost)
  useLayoutEffect(() => {
    const leaving = element.current
    return () => {
      if (leaving?.contains(document.activeElement)) rescue()
    }
  }, [element])
}
