import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type ChipProps = {
  /** Name of the filter, such as "State". */
  label: string
  children: ReactNode
  /** URL without this filter; or `onRemove` where the state is not in the URL. */
  removeHref?: string
  onRemove?: () => void
}

/** An active filter with a link or button that removes it. */
export function Chip({ label, children, removeHref, onRemove }: ChipProps) {
  const removeClass = 'grid size-6 place-items-center rounded-md text-muted hover:bg-ink/7 hover:text-ink'
  const removeLabel = `Remove filter ${label}`
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1 rounded-md border border-line-strong/60 bg-surface pr-0.5 pl-2 text-sm">
      <span className="text-muted">{label}</span>
      <span className="min-w-0 truncate font-medium">{children}</span>
      {removeHref === undefined ? (
        <button type="button" aria-label={removeLabel} onClick={onRemove} className={removeClass}>
          <X aria-hidden="true" className="size-3.5" />
        </button>
      ) : (
        <Link href={removeHref} aria-label={removeLabel} scroll={false} className={removeClass}>
          <X aria-hidden="true" className="size-3.5" />
        </Link>
      )}
    </span>
  )
}
