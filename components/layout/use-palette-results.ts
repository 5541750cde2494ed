'use client'

import { useEffect, useState } from 'react'
import type { PaletteGroup, PaletteSearch } from './palette-filter.ts'

type Results = { groups: PaletteGroup[]; state: 'idle' | 'searching' | 'failed' }

const debounceMs = 150
const minQueryLength = 2

/** The results of the search for the typed words, debounced. */
export function usePaletteResults(search: PaletteSearch | undefined, query: string): Results {
  const [results, setResults] = useState<Results>({ groups: [], state: 'idle' })
  const words = query.trim()
  useEffect(() => {
    if (!search || words.length < minQueryLength) {
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
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search, words])
  return results
}
