'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type LiveReview, type ReviewSavers, reviewSaversOf, savedAsLive } from '#lib/api/review-savers.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'

const flushEvents = ['online', 'focus', 'pagehide'] as const

/** The savers of a review and its forms with unsaved edits; flushes whenever network or window state changes. */
export function useReviewSavers(review: Review, account: string): { savers: ReviewSavers; live: LiveReview } {
  const client = useQueryClient()
  const savers = reviewSaversOf(client, review, account)
  const saved = useMemo(() => savedAsLive(review), [review])
  const live = useSyncExternalStore(savers.subscribe, savers.getLive, () => saved)

  useEffect(() => savers.adopt(review), [savers, review])

  useEffect(() => {
    const flush = () => void savers.flush()
    flush()
    for (const event of flushEvents) window.addEventListener(event, flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      for (const event of flushEvents) window.removeEventListener(event, flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [savers])

  return { savers, live }
}
