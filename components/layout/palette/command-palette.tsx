'use client'

import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTheme } from 'next-themes'
import * as RadixDialog from 'radix-ui/dialog'
import { useState } from 'react'
import { KeyCombination } from '#components/layout/shortcuts/key-combination.tsx'
import { useShortcutHelp } from '#components/layout/shortcuts/shortcuts.tsx'
import { useUser } from '#components/layout/user-context.tsx'
import { signOutFormId } from '#components/layout/user-menu-item.ts'
import { DialogOverlay, useReturnFocus } from '#components/ui/overlay/dialog.tsx'
import { listPaletteCommands } from './palette-commands.ts'
import { filterPalette, type PaletteItem } from './palette-filter.ts'
import { usePaletteResults } from './use-palette-results.ts'

/** Finds pages, commands and records while one types. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const { setTheme } = useTheme()
  const openHelp = useShortcutHelp()
  const router = useRouter()
  const returnFocus = useReturnFocus()
  const [query, setQuery] = useState('')
  const results = usePaletteResults(query)
  const groups = listPaletteCommands(user?.role, { openHelp, setTheme, signOut })
  const shownGroups = [...filterPalette(groups, query), ...results.groups.filter((group) => group.items.length > 0)]

  const choose = (item: PaletteItem) => {
    onClose()
    if (item.href === undefined) item.run()
    else router.push(item.href)
  }

  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <DialogOverlay />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="fixed inset-x-3 top-3 z-50 mx-auto max-w-xl overflow-hidden rounded-xl border border-line bg-raised shadow-raised outline-none data-[state=open]:animate-rise sm:top-[14dvh]"
        >
          <RadixDialog.Title className="sr-only">Search and commands</RadixDialog.Title>
          <Command label="Search and commands" shouldFilter={false} loop>
            <div className="flex items-center gap-2 border-b border-line px-3">
              <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder="Number, name, page or command"
                className="h-11 min-w-0 flex-1 bg-transparent text-base outline-none pointer-coarse:text-[1rem]"
              />
            </div>
            <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain p-1">
              {shownGroups.map((group) => (
                <Command.Group
                  key={group.heading}
                  heading={group.heading}
                  className="[&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-muted"
                >
                  {group.items.map((item) => (
                    <PaletteRow key={item.id} item={item} onSelect={() => choose(item)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
              {statusText(results.state, shownGroups.length, query)}
            </p>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

function PaletteRow({ item, onSelect }: { item: PaletteItem; onSelect: () => void }) {
  const Icon = item.icon
  return (
    <Command.Item
      value={item.id}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 text-sm data-[selected=true]:bg-accent-soft"
    >
      {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" /> : null}
      <span className="flex min-w-0 flex-1 items-center gap-2.5 max-sm:flex-col max-sm:items-start max-sm:gap-0">
        <span className="max-w-full min-w-0 flex-1 truncate">{item.label}</span>
        {item.hint ? <span className="max-w-full shrink-0 truncate text-xs text-muted">{item.hint}</span> : null}
      </span>
      {item.keys ? <KeyCombination keys={item.keys} /> : null}
    </Command.Item>
  )
}

function signOut() {
  const form = document.getElementById(signOutFormId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}

function statusText(state: 'idle' | 'searching' | 'failed', groupCount: number, query: string): string {
  if (state === 'searching') return 'Searching…'
  if (state === 'failed') return 'The search failed. Keep typing to try again.'
  return groupCount === 0 ? `Nothing found for “${query.trim()}”. Try a number, a name or fewer words.` : ''
}
