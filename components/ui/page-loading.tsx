'use client'

import { useLinkStatus } from 'next/link'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'

/** While it is rendered, a bar at the top of the page moves, and the rows of lists are pale. */
export const PageLoading = ({ when }: { when: boolean }) => (when ? <span hidden data-page-loading="" /> : null)

/** Shows that the page of the surrounding link loads. */
export const LinkLoading = () => <PageLoading when={useLinkStatus().pending} />

/** Opens a page without a link; `isGoing` until it is shown. */
export function useGo() {
  const router = useRouter()
  const [isGoing, startGoing] = useTransition()
  return { isGoing, go: (href: string) => startGoing(() => router.push(href)) }
}
