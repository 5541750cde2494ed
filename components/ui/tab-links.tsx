import type { ReactNode } from 'react'
import { Link } from './link.tsx'

export const tabBarClass = 'relative flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line'

/** Classes of a tab; the current one has `aria-selected` or `aria-current`. */
export const tabClass =
  'relative inline-flex h-9 shrink-0 items-center gap-1.5 rounded-t-md px-2.5 text-sm font-medium text-muted ' +
  'hover:text-ink focus-visible:-outline-offset-2 ' +
  'aria-selected:text-ink aria-[current=page]:text-ink ' +
  'after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-transparent ' +
  'aria-selected:after:bg-accent aria-[current=page]:after:bg-accent'

type TabLinksProps = {
  label: string
  tabs: readonly { href: string; label: ReactNode; count?: number; current: boolean }[]
}

export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} className={tabBarClass}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined} className={tabClass}>
          {tab.label}
          {tab.count === undefined ? null : <span className="text-muted tabular-nums">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
