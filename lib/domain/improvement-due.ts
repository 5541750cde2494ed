import type { Improvement } from '#lib/contracts/improvements.ts'

/** The statuses of an action that still has to be carried out. */
export const unfinishedStatuses = ['open', 'in_progress'] as const

export const isUnfinished = (status: Improvement['status']): boolean =>
  unfinishedStatuses.some((unfinished) => unfinished === status)

/** Whole days from a calendar date to another, both YYYY-MM-DD; negative when the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/** The calendar date some days after another, both YYYY-MM-DD. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** How urgent the due date of an action is on a day (YYYY-MM-DD), in words; null when nothing needs to be said. */
export function dueNote(
  { status, target_date: due }: Pick<Improvement, 'status' | 'target_date'>,
  today: string,
): { isOverdue: boolean; text: string } | null {
  if (!isUnfinished(status)) return null
  const days = daysBetween(today, due)
  if (days < 0) return { isOverdue: true, text: `${counted(-days)} overdue` }
  if (days === 0) return { isOverdue: false, text: 'due today' }
  return days <= 7 ? { isOverdue: false, text: `in ${counted(days)}` } : null
}

const counted = (days: number) => (days === 1 ? '1 day' : `${days.toLocaleString('en')} days`)
