'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import type { PaletteGroup, PaletteSearch } from './palette-filter.ts'
import { useShortcut } from './shortcuts.tsx'

type Palette = {
  open: () => void
  addGroup: (group: PaletteGroup) => () => void
  setSearch: (search: PaletteSearch | undefined) => void
}

const PaletteContext = createContext<Palette>({ open: () => {}, addGroup: () => () => {}, setSearch: () => {} })

const loadPalette = () => import('./command-palette.tsx')

/** Collects the entries of the command palette, whose code is loaded when it first opens (Ctrl or Cmd with K). */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [groups, setGroups] = useState<PaletteGroup[]>([])
  const [search, setSearch] = useState<PaletteSearch | undefined>()
  const [palette] = useState<Palette>(() => ({
    open: () => setOpen(true),
    addGroup: (group) => {
      setGroups((before) => [...before, group])
      return () => setGroups((before) => before.filter((other) => other !== group))
    },
    setSearch: (next) => setSearch(() => next),
  }))
  const part = useLazyPart(loadPalette, isOpen, () => setOpen(false))
  useShortcut('$mod+k', 'Search, or go to a page', palette.open, 'Everywhere')
  return (
    <PaletteContext value={palette}>
      {children}
      {part && isOpen ? <part.CommandPalette groups={groups} search={search} onClose={() => setOpen(false)} /> : null}
    </PaletteContext>
  )
}

/** Opens the palette. */
export function useOpenPalette(): () => void {
  return useContext(PaletteContext).open
}

/** Adds a group while the component is mounted. The value must be stable: a module constant or `useMemo`. */
export function usePaletteGroup(group: PaletteGroup): void {
  const { addGroup } = useContext(PaletteContext)
  useEffect(() => addGroup(group), [addGroup, group])
}

/** Sets the search for records. The function must be stable. */
export function usePaletteSearch(search: PaletteSearch): void {
  const { setSearch } = useContext(PaletteContext)
  useEffect(() => {
    setSearch(search)
    return () => setSearch(undefined)
  }, [setSearch, search])
}
