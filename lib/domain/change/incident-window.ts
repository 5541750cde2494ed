import type { ChangeRecord } from '#lib/contracts/changes.ts'

/** A period including both ends; null when unknown. */
export type IncidentWindow = { readonly start: string | null; readonly end: string | null }

/** The planned and actual times of a change, ISO 8601 in UTC; null when unknown. */
export type ChangeTimes = Pick<ChangeRecord, 'planned_start' | 'planned_end' | 'actual_start' | 'actual_end'>

/** Days after the work in which incidents are candidates. */
export const daysAfterWork = 7

/**
 * Returns the default period for incidents: from the actual start to 7 days after the actual end, or the planned ones
 * if these are unknown. Without an end, the period ends 7 days after its start.
 */
export function getDefaultIncidentWindow(change: ChangeTimes): IncidentWindow {
  const start = change.actual_start ?? change.planned_start
  const end = change.actual_end ?? change.planned_end ?? start
  return { start, end: end && addDays(end, daysAfterWork) }
}

export const addDays = (instant: string, days: number) =>
  new Date(Date.parse(instant) + days * 24 * 60 * 60 * 1000).toISOString()

export const noWindow: IncidentWindow = { start: null, end: null }

export const maxWindowDays = 366

/** Returns the window if it can be searched: both ends known, in order, and not too long; else `noWindow`. */
export function toSearchWindow(window: IncidentWindow): IncidentWindow {
  const length = Date.parse(window.end ?? '') - Date.parse(window.start ?? '')
  return length >= 0 && length <= maxWindowDays * 24 * 60 * 60 * 1000 ? window : noWindow
}
