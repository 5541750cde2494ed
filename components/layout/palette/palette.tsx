'use client'

import { Search } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { KeyCombination } from '#components/layout/shortcuts/key-combination.tsx'
import { useShortcut } from '#components/layout/shortcuts/shortcuts.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { PageLoading, useGo } from '#components/ui/page-loading.tsx'
import { PaletteFrame } from './palette-frame.tsx'

const PaletteContext = createContext(() => {})

export function PaletteProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const [Content, setContent] = useState<ComponentProps<typeof PaletteFrame>['Content']>()
  const [open] = useState(() => () => {
    setOpen(true)
    import('./command-palette.tsx').then(
      ({ CommandPalette }) => setContent(() => CommandPalette),
      () => {
        setOpen(false)
        showToast({
          kind: 'error',
          title: 'This could not be opened',
          description: 'Check the connection and try again.',
        })
      },
    )
  })
  const { isGoing, go } = useGo()
  useShortcut('$mod+k', 'Search, or go to a page', open, 'Everywhere')
  return (
    <PaletteContext value={open}>
      {children}
      {isOpen ? <PaletteFrame Content={Content} go={go} onClose={() => setOpen(false)} /> : null}
      <PageLoading when={isGoing} />
    </PaletteContext>
  )
}

const useOpenPalette = (): (() => void) => useContext(PaletteContext)

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
