'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'

/** What makes a `Link` lead to a query. */
export type QueryLink = { href: string; onNavigate: (event: { preventDefault(): void }) => void }

/**
 * The query of the address, or the one that a click has just asked for while its page is still on its way: a second
 * click builds on the first.
 */
export function useNewestQuery<Query>(query: Query, addressOf: (query: Query) => string) {
  const router = useRouter()
  const [, startMoving] = useTransition()
  const [newest, show] = useOptimistic(query)
  const linkTo = (next: Query): QueryLink => ({
    href: addressOf(next),
    onNavigate: (event) => {
      event.preventDefault()
      startMoving(() => {
        show(next)
        router.push(addressOf(next), { scroll: false })
      })
    },
  })
  return { newest, linkTo }
}
