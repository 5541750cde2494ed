import { Due } from '#components/ui/time/due.tsx'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { countDaysBetween, isUnfinished } from '#lib/domain/improvements/improvement-due.ts'

type DueDateProps = { improvement: Pick<Improvement, 'status' | 'target_date'>; today: string }

/** Due date of an action, with its urgency until the action is done. `today` is YYYY-MM-DD. */
export function DueDate({ improvement: { status, target_date: due }, today }: DueDateProps) {
  return <Due day={due} daysLeft={isUnfinished(status) ? countDaysBetween(today, due) : null} />
}
