import type { Improvement } from '#lib/contracts/improvements.ts'

/** Statuses in which an action still has to be carried out. */
export const unfinishedStatuses = ['open', 'in_progress'] as const

export const isUnfinished = (status: Improvement['status']): boolean =>
  unfinishedStatuses.some((unfinished) => unfinished === status)

/** Returns the days from one calendar date (YYYY-MM-DD) to another; negative if the second is earlier. */
export const countDaysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/** Adds days to a calendar date (YYYY-MM-DD). */
export const addDaysTo = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
