'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { useValuesInUse } from '#lib/api/use-values-in-use.ts'
import { filterPalette, type PaletteGroup } from './palette-filter.ts'
import { labelGroups, searchRecords } from './search-records.ts'

type PaletteResults = { groups: readonly PaletteGroup[]; state: 'idle' | 'searching' | 'failed' }

const debounceMs = 150
const minQueryLength = 2
const maxLabels = 6

/** Searches for records that match the typed words, debounced. */
export function usePaletteResults(query: string): PaletteResults {
  const words = query.trim()
  const values = useValuesInUse()
  const debouncedWords = useDebounced(words, debounceMs)
  const isSearchable = words.length >= minQueryLength
  const results = useQuery({
    queryKey: ['palette', debouncedWords],
    queryFn: ({ signal }) => searchRecords(debouncedWords, signal),
    enabled: isSearchable && debouncedWords.length >= minQueryLength,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (!isSearchable) return { groups: [], state: 'idle' }
  const isSearching = results.isFetching || debouncedWords !== words
  const labels = filterPalette(labelGroups(values), words).map((group) => ({
    ...group,
    items: group.items.slice(0, maxLabels),
  }))
  return {
    groups: [...(results.data ?? []), ...labels],
    state: isSearching ? 'searching' : results.isError ? 'failed' : 'idle',
  }
}
