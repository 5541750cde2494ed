'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'

/** Props of a `Link` to a query. */
export type QueryLink = { href: string; onNavigate: (event: { preventDefault(): void }) => void }

/**
 * Returns the query of the URL or, while its page is still loading, the one that a click requested, so that a second
 * click builds on the first.
 */
export function useOptimisticQuery<Query>(query: Query, getHref: (query: Query) => string) {
  const router = useRouter()
  const [isLoading, startMoving] = useTransition()
  const [newest, show] = useOptimistic(query)
  const linkTo = (next: Query): QueryLink => ({
    href: getHref(next),
    onNavigate: (event) => {
      event.preventDefault()
      startMoving(() => {
        show(next)
        router.push(getHref(next), { scroll: false })
      })
    },
  })
  return { newest, isLoading, linkTo }
}
