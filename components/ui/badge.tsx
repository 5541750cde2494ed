import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-ink',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  success: 'border-success-line bg-success-soft text-success-text',
  warning: 'border-warning-line bg-warning-soft text-warning-text',
  danger: 'border-danger-line bg-danger-soft text-danger-text',
  info: 'border-info-line bg-info-soft text-info-text',
}

type BadgeProps = ComponentProps<'span'> & { tone?: Tone; icon?: ReactNode }

/** A short label of a state or kind. The words carry the meaning, the tone only supports it. */
export function Badge({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap',
        '[&_svg]:size-3 [&_svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
