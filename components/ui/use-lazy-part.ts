'use client'

import { useEffect, useState } from 'react'
import { showToast } from './toast.ts'

/**
 * Code that a page fetches only when it is first wanted; null until it is there. Where it cannot be fetched (no network)
 * the page goes on: a toast says so and `onFailure` puts things back, so that the next try fetches again.
 *
 * @param load a function of the module, always the same: `() => import('./x.tsx')`
 */
export function useLazyPart<Part extends object>(
  load: () => Promise<Part>,
  isWanted: boolean,
  onFailure: () => void,
): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  const isMissing = isWanted && part === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: one attempt for each time that it is wanted
  useEffect(() => {
    if (!isMissing) return
    let isStill = true
    load().then(
      (loaded) => isStill && setPart(loaded),
      () => {
        if (!isStill) return
        onFailure()
        showToast({
          kind: 'error',
          title: 'This could not be opened',
          description: 'Check the connection and try again.',
          id: 'lazy-part',
        })
      },
    )
    return () => {
      isStill = false
    }
  }, [isMissing])
  return part
}
