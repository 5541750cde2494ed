'use client'

import { usePaletteSearch } from './palette.tsx'
import type { PaletteSearch } from './palette-filter.ts'

const search: PaletteSearch = async (query, signal) =>
  (await import('./search-records.ts')).searchRecords(query, signal)

/** Makes the command palette search changes, incidents, people, improvements and articles. */
export function RecordSearch() {
  usePaletteSearch(search)
  return null
}
