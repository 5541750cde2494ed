import type { LucideIcon } from 'lucide-react'

export type PaletteItem = {
  id: string
  label: string
  /** Told beside the label: a number, a state. */
  hint?: string | undefined
  icon?: LucideIcon | undefined
  /** Other words by which it is found. */
  keywords?: readonly string[] | undefined
  /** The shortcut that does the same. */
  keys?: string | undefined
} & ({ href: string; run?: never } | { run: () => void; href?: never })

export type PaletteGroup = { heading: string; items: readonly PaletteItem[] }

/** Finds records for the words typed; must give up when the signal says so. */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<PaletteGroup[]>

/** The groups with only the items that contain every word of the query, those first whose label begins with it. */
export function filterPalette(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups.filter((group) => group.items.length > 0)
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => words.every((word) => textOf(item).includes(word))).sort(byStart(words)),
    }))
    .filter((group) => group.items.length > 0)
}

function textOf(item: PaletteItem): string {
  return [item.label, item.hint, ...(item.keywords ?? [])].join(' ').toLowerCase()
}

function byStart(words: string[]): (a: PaletteItem, b: PaletteItem) => number {
  const start = words.join(' ')
  const rank = (item: PaletteItem) => (item.label.toLowerCase().startsWith(start) ? 0 : 1)
  return (a, b) => rank(a) - rank(b)
}
