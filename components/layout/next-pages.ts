import { getCurrentAppRouterState } from 'next/dist/client/components/app-router-instance'
import { PrefetchKind } from 'next/dist/client/components/router-reducer/router-reducer-types'
import {
  invalidateSegmentCacheEntries,
  readRouteCacheEntry,
  readSegmentCacheEntryForNavigation,
  segmentCacheMap,
  waitForSegmentCacheEntry,
} from 'next/dist/client/components/segment-cache/cache'
import { createCacheKey } from 'next/dist/client/components/segment-cache/cache-key'
import type { useRouter } from 'next/navigation'
import type { AheadCache } from './fetch-ahead.ts'

/**
 * The pages that Next holds before they are shown. What it offers for throwing them away, `router.refresh()`, fetches
 * the page at hand anew each time, so its own function behind that is asked.
 */
export const nextPages = (router: ReturnType<typeof useRouter>): AheadCache => ({
  fetch: (address) => router.prefetch(address, { kind: PrefetchKind.FULL }),
  throwAway() {
    const state = getCurrentAppRouterState()
    if (state) invalidateSegmentCacheEntries(state.nextUrl, state.root)
  },
})

let latest = ''

/**
 * Told of each navigation before it begins. One to a page that is just being fetched ahead waits for that, in Next even
 * when it fails, and for ever: then the browser goes there by itself, as Next does where a fetch of its own fails.
 */
export function loadWhatIsLost(address: string): void {
  latest = address
  for (const part of comingParts(address)) {
    void waitForSegmentCacheEntry(part).then((found) => {
      if (found !== null || latest !== address) return
      latest = ''
      window.location.assign(address)
    })
  }
}

type ComingPart = Parameters<typeof waitForSegmentCacheEntry>[0]

/** The parts of a page that the router has asked for ahead and does not hold yet. */
function comingParts(address: string): ComingPart[] {
  const state = getCurrentAppRouterState()
  const key = createCacheKey(new URL(address, window.location.href).href, state?.nextUrl ?? null)
  const root = readRouteCacheEntry(Date.now(), key)?.root
  if (!root) return []
  return [root.head, ...partsOf(root.tree)]
    .map(({ varyPath }) => readSegmentCacheEntryForNavigation(Date.now(), segmentCacheMap, varyPath))
    .filter((part): part is ComingPart => part?.rsc === null)
}

type PartOfPage = NonNullable<NonNullable<ReturnType<typeof readRouteCacheEntry>>['root']>['tree']

const partsOf = (part: PartOfPage): PartOfPage[] => [part, ...[...(part.slots?.values() ?? [])].flatMap(partsOf)]
