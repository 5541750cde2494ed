'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { useLazyPart } from '#components/ui/overlay/use-lazy-part.ts'

const PaletteContext = createContext(() => {})

const loadPalette = () => import('./command-palette.tsx')

/** Provides the command palette, opened with Ctrl or Cmd and K. Its code loads when it first opens. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [open] = useState(() => () => setOpen(true))
  const part = useLazyPart(loadPalette, isOpen, () => setOpen(false))
  useShortcut('$mod+k', 'Search, or go to a page', open, 'Everywhere')
  return (
    <PaletteContext value={open}>
      {children}
      {part && isOpen ? <part.CommandPalette onClose={() => setOpen(false)} /> : null}
    </PaletteContext>
  )
}

/** Returns a function that opens the palette. */
export const useOpenPalette = (): (() => void) => useContext(PaletteContext)
