import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type EmptyStateProps = {
  icon: LucideIcon
  /** The state in one line. */
  title: ReactNode
  /** Reason for the state, and advice. */
  children?: ReactNode
  /** Button or link for the next step. */
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx('flex flex-col items-center gap-1 px-4 py-12 text-center', className)}>
      <span className="mb-2 grid size-10 place-items-center rounded-full border border-line bg-sunken text-muted">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="text-md font-semibold">{title}</div>
      {children ? <div className="max-w-[44ch] text-sm text-muted text-pretty">{children}</div> : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
