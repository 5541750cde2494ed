import { useRouter } from 'next/navigation'
import { useEffect, useRef, useTransition } from 'react'
import type { Route } from '#lib/contracts/endpoint.ts'
import type { Tag } from '#lib/contracts/tags.ts'
import { useEndpointMutation } from './use-endpoint-mutation.ts'

/**
 * A write on a page whose rows come from the server. It ends when the page shows the rows read after it. A row that it
 * deletes is then gone together with its callbacks of `mutate`: await `mutateAsync` instead.
 */
export function usePageMutation<R extends Route>(route: R, invalidates: readonly Tag[] = []) {
  return useEndpointMutation(route, invalidates, useRefresh())
}

/** Reads the rows of the page again; the promise resolves when they are shown, or when the component is gone. */
function useRefresh(): () => Promise<void> {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const waiting = useRef<(() => void)[]>([])
  const isShown = useRef(false)
  useEffect(() => {
    if (!isPending) for (const resolve of waiting.current.splice(0)) resolve()
  }, [isPending])
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      for (const resolve of waiting.current.splice(0)) resolve()
    }
  }, [])
  return () =>
    new Promise((resolve) => {
      if (isShown.current) waiting.current.push(resolve)
      else resolve()
      startTransition(() => router.refresh())
    })
}
