'use client'

import { cx } from '#components/ui/class-names.ts'
import { describeDue } from '#lib/review/due.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { useNow } from './clock.tsx'

type DueProps = {
  day: string
  /** Negative if overdue; null if finished. */
  daysLeft: number | null
  /** Puts date and urgency below each other, for a table in which one line is too wide. */
  isNarrow?: boolean
}

/** Due date and urgency in one line: “20 Nov · 2 d overdue”. Shows the year if it is not the current one. */
export function Due({ day, daysLeft, isNarrow = false }: DueProps) {
  const { note, isOverdue } = describeDue(daysLeft)
  const isThisYear = day.startsWith(`${new Date(useNow()).getUTCFullYear()}-`)
  return (
    <span className={cx('whitespace-nowrap tabular-nums', isNarrow && 'min-[60rem]:block min-[60rem]:leading-4')}>
      <time dateTime={day}>{isThisYear ? formatDay(day).slice(0, -5) : formatDay(day)}</time>
      {note ? (
        <span
          className={cx(
            'font-medium',
            isOverdue ? 'text-danger-text' : 'text-warning-text',
            isNarrow && 'min-[60rem]:block min-[60rem]:text-xs/4',
          )}
        >
          <span className={isNarrow ? 'min-[60rem]:hidden' : undefined}> · </span>
          {note}
        </span>
      ) : null}
    </span>
  )
}
