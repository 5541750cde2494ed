'use client'

import { useEffect, useState } from 'react'
import type { PaletteGroup, PaletteSearch } from './palette-filter.ts'

type Results = { groups: PaletteGroup[]; state: 'idle' | 'searching' | 'failed' }

const pause = 150
const shortestQuery = 2

/** What the search finds for the words typed, once typing rests. */
export function usePaletteResults(search: PaletteSearch | undefined, query: string): Results {
  const [results, setResults] = useState<Results>({ groups: [], state: 'idle' })
  const words = query.trim()
  useEffect(() => {
    if (!search || words.length < shortestQuery) {
      setResults({ groups: [], state: 'idle' })
      return
    }
    const stop = new AbortController()
    setResults((before) => ({ ...before, state: 'searching' }))
    const timer = setTimeout(async () => {
      try {
        const groups = await search(words, stop.signal)
        if (!stop.signal.aborted) setResults({ groups, state: 'idle' })
      } catch {
        if (!stop.signal.aborted) setResults({ groups: [], state: 'failed' })
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search, words])
  return results
}
