import type { LucideIcon } from 'lucide-react'

export type PaletteItem = {
  id: string
  label: string
  /** Shown beside the label, such as a number or a state. */
  hint?: string | undefined
  icon?: LucideIcon | undefined
  /** Further words by which a search finds it. */
  keywords?: readonly string[] | undefined
  /** Keyboard shortcut for the same action. */
  keys?: string | undefined
} & ({ href: string; run?: never } | { run: () => void; href?: never })

export type PaletteGroup = { heading: string; items: readonly PaletteItem[] }

/** Returns the items that contain every word of the query; items whose label starts with it come first. */
export function filterPalette(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups.filter((group) => group.items.length > 0)
  return groups
    .map((group) => ({
      ...group,
      items: group.items
        .filter((item) => words.every((word) => getSearchText(item).includes(word)))
        .toSorted(byStart(words)),
    }))
    .filter((group) => group.items.length > 0)
}

function getSearchText(item: PaletteItem): string {
  return [item.label, item.hint, ...(item.keywords ?? [])].join(' ').toLowerCase()
}

function byStart(words: string[]): (a: PaletteItem, b: PaletteItem) => number {
  const start = words.join(' ')
  const rank = (item: PaletteItem) => (item.label.toLowerCase().startsWith(start) ? 0 : 1)
  return (a, b) => rank(a) - rank(b)
}
