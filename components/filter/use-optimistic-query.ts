'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'

export type QueryLink = { href: string; onNavigate: (event: { preventDefault(): void }) => void }

/** Returns the query of the URL or, while its page loads, the requested one, on which a second click builds. */
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
