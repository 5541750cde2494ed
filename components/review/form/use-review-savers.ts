'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { getReviewSavers, type LiveReview, type ReviewSavers, savedAsLive } from '#lib/api/review-savers.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'

const flushEvents = ['online', 'focus', 'pagehide'] as const

/** The savers of a review; flushes whenever network or window state changes. */
export function useReviewSavers(review: Review, account: string): ReviewSavers {
  const client = useQueryClient()
  const savers = getReviewSavers(client, review, account)

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

  return savers
}

/** The forms of a review with unsaved edits, and their save states. */
export function useLiveReview(
  savers: ReviewSavers,
  review: Review,
  subscribe: ReviewSavers['subscribe'] = savers.subscribe,
): LiveReview {
  const saved = useMemo(() => savedAsLive(review), [review])
  return useSyncExternalStore(subscribe, savers.getLive, () => saved)
}

/** The review with the edits in this page, updated once they pause. */
export const useLateReview = (savers: ReviewSavers, review: Review): LiveReview =>
  useLiveReview(savers, review, savers.subscribeLate)
