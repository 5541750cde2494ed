'use client'

import { useEffect, useState } from 'react'
import { showToast } from './toast.tsx'

/**
 * Returns a module that loads when it is first needed; null until then. If loading fails, shows a toast and calls
 * `onFailure`, which must reset the caller so that the next attempt loads it again.
 *
 * @param load a stable function such as `() => import('./x.tsx')`
 */
export function useLazyPart<Part extends object>(
  load: () => Promise<Part>,
  isNeeded: boolean,
  onFailure: () => void,
): Part | null {
  const [part, setPart] = useState<Part | null>(null)
  const isMissing = isNeeded && part === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: one attempt each time it is needed
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    load().then(
      (loaded) => isCurrent && setPart(loaded),
      () => {
        if (!isCurrent) return
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
      isCurrent = false
    }
  }, [isMissing])
  return part
}
