import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

type BadgeProps = ComponentProps<'span'> & { tone?: Tone; icon?: ReactNode }

/** A short label of a state or kind. The words carry the meaning, the tone only supports it. */
export function Badge({ tone = 'neutral', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span {...rest} className={cx(`badge badge-${tone}`, className)}>
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
