import type { ComponentProps } from 'react'
import { Badge, type Tone } from './badge.tsx'
import { cx } from './class-names.ts'

const dots: Record<Tone, string> = {
  neutral: 'bg-line-strong',
  accent: 'bg-accent',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  info: 'bg-info',
}

type StatusBadgeProps = ComponentProps<'span'> & {
  tone?: Tone
  /** Shows a ring instead of a dot, for a state that has not started. */
  hollow?: boolean
}

export function StatusBadge({ tone = 'neutral', hollow, children, ...rest }: StatusBadgeProps) {
  const dot = hollow ? 'border-[1.5px] border-current bg-transparent' : dots[tone]
  return (
    <Badge
      {...rest}
      tone={tone}
      icon={<span aria-hidden="true" className={cx('size-1.5 shrink-0 rounded-full', dot)} />}
    >
      {children}
    </Badge>
  )
}
