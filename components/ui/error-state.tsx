import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'

type ErrorStateProps = {
  title?: ReactNode
  /** The failure and its meaning for the reader. */
  message: ReactNode
  /** `request_id` of the response, for a search in the logs. */
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  retrying?: boolean
  action?: ReactNode
  className?: string
}

export function ErrorState({
  title = 'This could not be loaded',
  message,
  requestId,
  onRetry,
  retrying = false,
  action,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-1 px-4 py-12 text-center', className)}>
      <span className="mb-2 grid size-10 place-items-center rounded-full border border-danger-line bg-danger-soft text-danger-text">
        <TriangleAlert aria-hidden="true" className="size-5" />
      </span>
      <div className="text-md font-semibold">{title}</div>
      <div className="max-w-[52ch] text-sm text-muted text-pretty">{message}</div>
      {onRetry || action ? (
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {onRetry ? (
            <Button onClick={onRetry} busy={retrying} icon={<RotateCw aria-hidden="true" />}>
              Try again
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
      {requestId ? (
        <p className="mt-3 text-xs text-muted">
          Reference <code className="font-mono text-ink select-all">{requestId}</code>
        </p>
      ) : null}
    </div>
  )
}
