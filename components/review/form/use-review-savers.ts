import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { getReviewSavers, type LiveReview, type ReviewSavers, toLiveReview } from './review-savers.ts'

const flushEvents = ['online', 'focus', 'pagehide'] as const

/** Returns the savers of a review. Saves pending edits when the network returns and when the page is shown or left. */
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

export function useLiveReview(
  savers: ReviewSavers,
  review: Review,
  subscribe: ReviewSavers['subscribe'] = savers.subscribe,
): LiveReview {
  const saved = useMemo(() => toLiveReview(review), [review])
  return useSyncExternalStore(subscribe, savers.getLive, () => saved)
}

/** Returns the review with the edits of this page, updated once they pause. */
export const useLateReview = (savers: ReviewSavers, review: Review): LiveReview =>
  useLiveReview(savers, review, savers.subscribeLate)
