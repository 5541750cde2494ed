import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type EmptyStateProps = {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
  role?: 'alert'
  isError?: boolean
  /** Identifies an error in the logs. */
  reference?: string | undefined
}

export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, children, action, className, role, isError = false, reference } = props
  return (
    <div role={role} className={cx('flex flex-col items-center gap-1 px-4 py-12 text-center', className)}>
      <span
        className={cx(
          'mb-2 grid size-10 place-items-center rounded-full border',
          isError ? 'border-danger-line bg-danger-soft text-danger-text' : 'border-line bg-sunken text-muted',
        )}
      >
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="text-md font-semibold">{title}</div>
      {children ? (
        <div className={cx('text-sm text-muted text-pretty', isError ? 'max-w-[52ch]' : 'max-w-[44ch]')}>
          {children}
        </div>
      ) : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div> : null}
      {reference ? (
        <p className="mt-3 text-xs text-muted">
          Reference <code className="font-mono text-ink select-all">{reference}</code>
        </p>
      ) : null}
    </div>
  )
}
