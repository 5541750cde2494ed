'use client'

import { Menu, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Role } from '#lib/contracts/endpoint.ts'
import { type NavCounts, NavLinks } from './nav-links.tsx'

/** The navigation on a phone, in a native modal dialog: it traps the focus and closes on Escape. */
export function NavDrawer({ role, counts }: { role: Role | undefined; counts?: NavCounts | undefined }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const path = usePathname()

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => drawer.current?.close(), [path])

  return (
    <>
      <IconButton
        label="Open the navigation"
        aria-haspopup="dialog"
        icon={<Menu aria-hidden="true" />}
        onClick={() => drawer.current?.showModal()}
        className="md:hidden"
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself */}
      <dialog
        ref={drawer}
        aria-label="Navigation"
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
        className="h-dvh max-h-none w-64 max-w-[85vw] border-r border-line bg-surface text-ink backdrop:bg-overlay open:animate-enter-left"
      >
        <div className="flex h-full flex-col gap-2 p-2">
          <div className="flex h-8 items-center justify-between pl-2">
            <Wordmark />
            <IconButton
              label="Close the navigation"
              icon={<X aria-hidden="true" />}
              onClick={() => drawer.current?.close()}
            />
          </div>
          <nav aria-label="Main">
            <NavLinks role={role} counts={counts} />
          </nav>
        </div>
      </dialog>
    </>
  )
}
