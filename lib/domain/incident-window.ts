import type { ChangeRecord } from '#lib/contracts/changes.ts'

/** A stretch of time, both ends included; null where it is not known. */
export type IncidentWindow = { readonly start: string | null; readonly end: string | null }

type Times = Pick<ChangeRecord, 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'>

const daysAfter = 7

/**
 * When incidents are looked for: from the actual start to 7 days after the actual end, each falling back on the planned
 * one. Without any end the window ends 7 days after its start. Source: product.md, the review, step 3.
 */
export function defaultIncidentWindow(change: Times): IncidentWindow {
  const start = change.actual_start ?? change.planned_start
  const end = change.actual_end ?? change.planned_end ?? start
  return { start, end: end && addDays(end, daysAfter) }
}

const addDays = (moment: string, days: number) =>
  new Date(Date.parse(moment) + days * 24 * 60 * 60 * 1000).toISOString()

export const noWindow: IncidentWindow = { start: null, end: null }

/** The longest window in which incidents are looked for, in days. */
export const longestWindowDays = 366

/** The window as it can be searched: both ends known, the first before the second, and not too long; else none. */
export function searchedWindow(window: IncidentWindow): IncidentWindow {
  const length = Date.parse(window.end ?? '') - Date.parse(window.start ?? '')
  return length >= 0 && length <= longestWindowDays * 24 * 60 * 60 * 1000 ? window : noWindow
}
