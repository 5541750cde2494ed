'use client'

import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#components/ui/use-debounced.ts'
import type { PaletteGroup, PaletteSearch } from './palette-filter.ts'

type Results = { groups: readonly PaletteGroup[]; state: 'idle' | 'searching' | 'failed' }

const debounceMs = 150
const minQueryLength = 2

/** The results of the search for the typed words, debounced. */
export function usePaletteResults(search: PaletteSearch | undefined, query: string): Results {
  const words = query.trim()
  const settled = useDebounced(words, debounceMs)
  const isSearchable = search !== undefined && words.length >= minQueryLength
  const results = useQuery({
    queryKey: ['palette', settled],
    queryFn: search ? ({ signal }) => search(settled, signal) : skipToken,
    enabled: isSearchable && settled.length >= minQueryLength,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (!isSearchable) return { groups: [], state: 'idle' }
  const isSearching = results.isFetching || settled !== words
  return { groups: results.data ?? [], state: isSearching ? 'searching' : results.isError ? 'failed' : 'idle' }
}
