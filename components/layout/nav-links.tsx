'use client'

import { usePathname } from 'next/navigation'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { Link } from '#components/ui/link.tsx'
import { isWithin, navItemsFor, type ShellRole } from './nav-items.ts'

export type NavCounts = Readonly<Record<string, number>>

/** The main navigation; in the rail, only screen readers and tooltips give the labels. */
export function NavLinks({ role, counts = {} }: { role: ShellRole | undefined; counts?: NavCounts | undefined }) {
  const path = usePathname()
  return (
    <ul className="flex flex-col gap-0.5">
      {navItemsFor(role).map(({ href, label, icon: Icon }) => {
        const isHere = isWithin(path, href)
        const count = counts[href] ?? 0
        return (
          <li key={href}>
            <Link
              href={href}
              aria-current={isHere ? (path === href ? 'page' : 'true') : undefined}
              data-tooltip={label}
              data-tooltip-within='[data-nav="rail"]'
              className={cx(
                'relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium',
                'in-data-[nav=rail]:justify-center in-data-[nav=rail]:px-0',
                isHere
                  ? 'bg-accent-soft text-accent-text before:absolute before:inset-y-1.5 before:-left-2 before:w-0.5 before:rounded-full before:bg-accent'
                  : 'text-muted hover:bg-ink/7 hover:text-ink',
              )}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate in-data-[nav=rail]:sr-only">{label}</span>
              {count > 0 ? (
                <span className="ml-auto text-xs tabular-nums in-data-[nav=rail]:sr-only">{formatCount(count)}</span>
              ) : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
