'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { isLocked } from '#lib/domain/four-eyes/review-sign-off.ts'

/** Focuses the panel when a review is open again, because the pressed button is gone. */
export function useFocusWhenOpen({ status }: Review, panel: RefObject<HTMLElement | null>): void {
  const shown = useRef(status)
  useEffect(() => {
    if (shown.current === status) return
    shown.current = status
    if (!isLocked({ status }) && document.activeElement === document.body) panel.current?.focus()
  }, [status, panel])
}
