import type { ReactNode } from 'react'
import { Link } from './link.tsx'
import { tabBarClass, tabClass } from './tab-styles.ts'

type TabLinksProps = {
  label: string
  tabs: readonly { href: string; label: ReactNode; count?: number; current: boolean }[]
}

/** Tabs that are pages: links, the current one marked. */
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
