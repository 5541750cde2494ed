import { Badge } from '#components/ui/badge.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Day } from '#components/ui/day.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { dueNote } from '#lib/domain/improvement-due.ts'

type DueDateProps = { improvement: Pick<Improvement, 'status' | 'target_date'>; today: string; isOneLine?: boolean }

/** The due date of an action and its urgency; `today` is YYYY-MM-DD. */
export function DueDate({ improvement, today, isOneLine }: DueDateProps) {
  const note = dueNote(improvement, today)
  return (
    <span className={cx('inline-flex items-center gap-x-2 gap-y-0.5 tabular-nums', !isOneLine && 'flex-wrap')}>
      <Day value={improvement.target_date} />
      {note ? <Badge tone={note.isOverdue ? 'danger' : 'warning'}>{note.text}</Badge> : null}
    </span>
  )
}
