import type { ReactNode } from 'react'
import { groupDigits } from '#lib/text/grouped.ts'
import { cx } from './class-names.ts'
import { Link } from './link.tsx'

/** Classes for chips beside other controls in a row that wraps; on a phone they are one line that scrolls. */
export const chipRow =
  'max-sm:-my-1 max-sm:-ml-1 max-sm:flex max-sm:min-w-0 max-sm:flex-1 max-sm:basis-0 max-sm:gap-1 max-sm:overflow-x-auto max-sm:py-1 max-sm:pl-1 max-sm:[scrollbar-width:none] sm:contents [&>*]:shrink-0'

type ToggleChipProps = {
  children: ReactNode
  isOn: boolean
  count?: number
  /** URL with this filter toggled. Use `onToggle` if the filter is not in the URL. */
  href?: string
  /** Called with `href` before navigation in this window. */
  onNavigate?: (event: { preventDefault(): void }) => void
  onToggle?: () => void
}

export function ToggleChip({ children, isOn, count, href, onNavigate, onToggle }: ToggleChipProps) {
  const className = cx(
    'inline-flex h-7 items-center gap-1.5 rounded-md border px-2 text-sm font-medium whitespace-nowrap',
    isOn ? 'border-accent bg-accent-soft text-accent-text' : 'border-line-strong/60 bg-surface hover:bg-sunken',
  )
  const content = (
    <>
      {children}
      {count === undefined ? null : <span className="text-xs text-muted tabular-nums">{groupDigits(count)}</span>}
    </>
  )
  if (href === undefined) {
    return (
      <button type="button" aria-pressed={isOn} onClick={onToggle} className={className}>
        {content}
      </button>
    )
  }
  return (
    <Link
      href={href}
      {...(onNavigate ? { onNavigate } : {})}
      aria-current={isOn ? 'true' : undefined}
      scroll={false}
      className={className}
    >
      {content}
    </Link>
  )
}
