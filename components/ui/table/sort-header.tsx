import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { RowsLoadingByLink } from './rows-loading.tsx'
import { role, thClass } from './table.tsx'

type SortDirection = 'ascending' | 'descending'

type SortHeaderProps = {
  children: ReactNode
  /** Current direction; undefined if another column sorts the table. */
  direction?: SortDirection | undefined
  /** URL of the table in the next direction. Use `onSort` if the order is not in the URL. */
  href?: string
  onSort?: () => void
  align?: 'start' | 'end'
  className?: string
}

/** Column header that sorts: a link or button inside a header cell with `aria-sort`. */
export function SortHeader({ children, direction, href, onSort, align = 'start', className }: SortHeaderProps) {
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  const content = (
    <>
      {children}
      <Icon aria-hidden="true" className={cx('size-3.5', !direction && 'opacity-60')} />
    </>
  )
  const controlClass = cx(
    '-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 whitespace-nowrap hover:bg-ink/7 hover:text-ink',
    direction && 'text-ink',
    align === 'end' && 'flex-row-reverse',
  )
  return (
    <th
      scope="col"
      {...role('columnheader')}
      data-sortable=""
      aria-sort={direction ?? 'none'}
      className={cx(thClass, align === 'end' && 'text-right', className)}
    >
      {href === undefined ? (
        <button type="button" onClick={onSort} className={controlClass}>
          {content}
        </button>
      ) : (
        <Link href={href} scroll={false} className={controlClass}>
          {content}
          <RowsLoadingByLink />
        </Link>
      )}
    </th>
  )
}
