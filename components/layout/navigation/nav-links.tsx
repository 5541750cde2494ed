'use client'

import { Menu, PanelLeftClose, PanelLeftOpen, Settings, X } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useShortcut, useShortcutHelp } from '#components/layout/shortcuts/shortcuts.tsx'
import { userMenuId } from '#components/layout/user-menu-item.ts'
import { useBrand, Wordmark } from '#components/layout/wordmark.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { PageLoading, useGo } from '#components/ui/page-loading.tsx'
import { storeChoice } from '#components/ui/stored-choice.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { groupNavItems, isWithin, listNavItems, type NavItem } from './nav-items.ts'

/** The main navigation; in the rail, only screen readers and tooltips give the labels. */
export function NavLinks({ role }: { role: Role }) {
  const path = usePathname()
  return (
    <div className="flex flex-col gap-3">
      {groupNavItems(listNavItems(role)).map(({ name, items }) => (
        <div key={items[0]?.href} className="nav-group">
          {name === undefined ? null : (
            <p id={`nav-${name}`} className="px-2.5 pb-1 text-xs text-muted in-data-[nav=rail]:sr-only">
              {name}
            </p>
          )}
          <ul aria-labelledby={name === undefined ? undefined : `nav-${name}`} className="flex flex-col gap-0.5">
            {items.map((item) => (
              <li key={item.href}>
                <NavLink item={item} path={path} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function NavLink({ item: { href, label, icon: Icon }, path }: { item: NavItem; path: string }) {
  const current = path === href ? 'page' : 'true'
  return (
    <Tooltip text={label} within='[data-nav="rail"]'>
      <Link href={href} aria-current={isWithin(path, href) ? current : undefined} className="nav-link">
        <Icon aria-hidden="true" />
        <span>{label}</span>
      </Link>
    </Tooltip>
  )
}

export function NavCollapse({ isRail: wasRail }: { isRail: boolean }) {
  const [isRail, setRail] = useState(wasRail)
  const toggle = (button: HTMLElement) => {
    const next = isRail ? 'open' : 'rail'
    button.closest<HTMLElement>('[data-nav]')?.setAttribute('data-nav', next)
    storeChoice('nav', next)
    setRail(!isRail)
  }
  return (
    <IconButton
      label={isRail ? 'Expand the sidebar' : 'Collapse the sidebar'}
      icon={isRail ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
      onClick={(event) => toggle(event.currentTarget)}
      className="text-muted"
    />
  )
}

export function HomeLink() {
  const { name } = useBrand()
  return (
    <Link
      href="/"
      aria-label={`Hindsight${name === null ? '' : ` ${name}`}, start page`}
      className="flex h-12 shrink-0 items-center overflow-hidden px-3.5 focus-visible:-outline-offset-2"
    >
      <Wordmark />
    </Link>
  )
}

/** The navigation on a phone, in a native modal dialog: it traps the focus and closes on Escape. */
export function NavDrawer({ role }: { role: Role }) {
  const drawer = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const path = usePathname()

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => drawer.current?.close(), [path])
  useEffect(() => {
    if (isOpen) drawer.current?.showModal()
  }, [isOpen])

  return (
    <>
      <IconButton
        label="Open the navigation"
        aria-haspopup="dialog"
        icon={<Menu aria-hidden="true" />}
        onClick={() => setOpen(true)}
        className="md:hidden"
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes on Escape by itself */}
      <dialog
        ref={drawer}
        aria-label="Navigation"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === event.currentTarget) event.currentTarget.close()
        }}
        className="h-dvh max-h-none w-64 max-w-[85vw] border-r border-line bg-surface text-ink backdrop:bg-overlay open:animate-enter-left"
      >
        {isOpen ? (
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
              <NavLinks role={role} />
            </nav>
          </div>
        ) : null}
      </dialog>
    </>
  )
}

export function GoShortcuts({ role }: { role: Role }) {
  useShortcut('?', 'Show the keyboard shortcuts', useShortcutHelp(), 'Everywhere')
  return listNavItems(role).map((item) => <GoShortcut key={item.href} item={item} />)
}

function GoShortcut({ item }: { item: NavItem }) {
  const { isGoing, go } = useGo()
  useShortcut(item.keys, `Go to ${item.label}`, () => go(item.href), 'Go to')
  return <PageLoading when={isGoing} />
}

export const SettingsEntry = () => (
  <Link
    href={pagePaths.settings}
    onClick={() => document.getElementById(userMenuId)?.hidePopover()}
    className="user-menu-item"
  >
    <Settings aria-hidden="true" />
    Settings
  </Link>
)
