'use client'

import { type RefObject, useEffect, useRef } from 'react'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { isLocked } from '#lib/domain/four-eyes/review-sign-off.ts'

/** Focuses the panel when a review is open again, because the pressed button is gone. */
export function useFocusWhenOpen({ status }: Review, panel: RefObject<HTMLElement | null>): void {
  const lastStatus = useRef(status)
  useEffect(() => {
    if (lastStatus.current === status) return
    lastStatus.current = status
    if (!isLocked({ status }) && document.activeElement === document.body) panel.current?.focus()
  }, [status, panel])
}
