import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type ChipProps = {
  /** Name of the filter, such as "State". */
  label: string
  children: ReactNode
  /** URL without this filter. */
  removeHref: string
}

/** An active filter with a link that removes it. */
export function Chip({ label, children, removeHref }: ChipProps) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1 rounded-md border border-line-strong/60 bg-surface pr-0.5 pl-2 text-sm">
      <span className="text-muted">{label}</span>
      <span className="min-w-0 truncate font-medium">{children}</span>
      <Link
        href={removeHref}
        aria-label={`Remove filter ${label}`}
        scroll={false}
        className="grid size-6 place-items-center rounded-md text-muted hover:bg-ink/7 hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </Link>
    </span>
  )
}
