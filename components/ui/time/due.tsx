import { cx } from '#components/ui/class-names.ts'
import { describeDue } from '#lib/domain/review/describe-due.ts'
import { formatDay } from '#lib/time/format-time.ts'

type DueProps = {
  /** YYYY-MM-DD. */
  day: string
  /** Negative when overdue; null when finished. */
  daysLeft: number | null
}

/** A due date and its urgency in one line: “20 Nov · 2 d overdue”. Another year than this one is shown. */
export function Due({ day, daysLeft }: DueProps) {
  const { note, isOverdue, isThisYear } = describeDue(day, daysLeft)
  return (
    <span className="whitespace-nowrap tabular-nums">
      <time dateTime={day}>{isThisYear ? formatDay(day).slice(0, -5) : formatDay(day)}</time>
      {note ? (
        <span className={cx('font-medium', isOverdue ? 'text-danger-text' : 'text-warning-text')}> · {note}</span>
      ) : null}
    </span>
  )
}
