import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

const styles = {
  info: { icon: Info, className: 'border-info-line bg-info-soft [&>svg]:text-info-text' },
  success: { icon: CircleCheck, className: 'border-success-line bg-success-soft [&>svg]:text-success-text' },
  warning: { icon: TriangleAlert, className: 'border-warning-line bg-warning-soft [&>svg]:text-warning-text' },
  danger: { icon: CircleAlert, className: 'border-danger-line bg-danger-soft [&>svg]:text-danger-text' },
}

type NoticeProps = {
  tone?: keyof typeof styles
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Announces it to screen readers when it appears. */
  announce?: boolean
}

export function Notice({ tone = 'info', title, children, action, announce }: NoticeProps) {
  const { icon: Icon, className } = styles[tone]
  const live = announce ? { role: tone === 'danger' ? 'alert' : 'status' } : {}
  return (
    <div
      {...live}
      className={cx(
        'flex items-start gap-2 rounded-lg border px-3 py-2 text-sm',
        action ? 'flex-wrap' : null,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0" />
      <div className={cx('min-w-0 flex-1', action ? 'basis-52' : null)}>
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-pretty">{children}</div> : null}
      </div>
      {action}
    </div>
  )
}
