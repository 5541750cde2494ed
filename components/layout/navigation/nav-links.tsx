'use client'

import { usePathname } from 'next/navigation'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { Link } from '#components/ui/link.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import type { Role } from '#lib/contracts/endpoint.ts'
import { groupNavItems, isWithin, listNavItems, type NavItem } from './nav-items.ts'

export type NavCounts = Readonly<Record<string, number>>

type NavLinksProps = { role: Role | undefined; counts?: NavCounts | undefined }

/** The main navigation; in the rail, only screen readers and tooltips give the labels. */
export function NavLinks({ role, counts = {} }: NavLinksProps) {
  const path = usePathname()
  return (
    <div className="flex flex-col gap-3">
      {groupNavItems(listNavItems(role)).map(({ name, items }) => (
        <div
          key={items[0]?.href}
          className="not-first:in-data-[nav=rail]:border-t not-first:in-data-[nav=rail]:border-line not-first:in-data-[nav=rail]:pt-3"
        >
          {name === undefined ? null : (
            <p id={`nav-${name}`} className="px-2.5 pb-1 text-xs text-muted in-data-[nav=rail]:sr-only">
              {name}
            </p>
          )}
          <ul aria-labelledby={name === undefined ? undefined : `nav-${name}`} className="flex flex-col gap-0.5">
            {items.map((item) => (
              <li key={item.href}>
                <NavLink item={item} path={path} count={counts[item.href] ?? 0} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function NavLink({ item: { href, label, icon: Icon }, path, count }: { item: NavItem; path: string; count: number }) {
  const isCurrent = isWithin(path, href)
  const current = path === href ? 'page' : 'true'
  return (
    <Tooltip text={label} within='[data-nav="rail"]'>
      <Link
        href={href}
        aria-current={isCurrent ? current : undefined}
        className={cx(
          'relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium',
          'in-data-[nav=rail]:justify-center in-data-[nav=rail]:px-0',
          isCurrent
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
    </Tooltip>
  )
}
