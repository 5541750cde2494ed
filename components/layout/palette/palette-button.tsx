'use client'

import { Search } from 'lucide-react'
import { KeyCombination } from '#components/layout/shortcuts/key-combination.tsx'
import { useOpenPalette } from './palette.tsx'

/** Opens the command palette. Looks like the search box that it opens. */
export function PaletteButton() {
  const open = useOpenPalette()
  return (
    <button
      type="button"
      onClick={open}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-8 items-center gap-2 rounded-md border border-line bg-bg px-2 text-sm text-muted hover:border-line-strong hover:text-ink sm:w-56"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="flex-1 text-left max-sm:sr-only">Search</span>
      <span className="max-sm:hidden">
        <KeyCombination keys="$mod+k" />
      </span>
    </button>
  )
}
