import { describeDuration } from '#lib/text/describe-duration.ts'
import type { ChangeTimes } from './incident-window.ts'

/** The work compared with its planned window, in words; null when a time is unknown. */
export type WindowDescription = {
  readonly start: string | null
  readonly end: string | null
  readonly plannedLength: string | null
  readonly actualLength: string | null
  readonly length: string | null
  readonly isOverrun: boolean
}

/** Compares start, end and length of the work with the plan: "5 minutes late", "1 hour 20 minutes over the window". */
export function describeWindow({
  planned_start,
  planned_end,
  actual_start,
  actual_end,
}: ChangeTimes): WindowDescription {
  const planned = minutesFrom(planned_start, planned_end)
  const actual = minutesFrom(actual_start, actual_end)
  const late = minutesFrom(planned_end, actual_end)
  return {
    start: describeDifference(minutesFrom(planned_start, actual_start), 'late', 'early', 'On time'),
    end: describeDifference(late, 'over the window', 'before the end of the window', 'On time'),
    plannedLength: planned === null ? null : describeDuration(planned),
    actualLength: actual === null ? null : describeDuration(actual),
    length:
      planned === null || actual === null
        ? null
        : describeDifference(actual - planned, 'longer', 'shorter', 'As long as planned'),
    isOverrun: late !== null && late > 0,
  }
}

/** Minutes between two instants, rounded towards zero; null if one is unknown. */
function minutesFrom(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.trunc((Date.parse(to) - Date.parse(from)) / 60_000)
}

function describeDifference(minutes: number | null, more: string, less: string, none: string): string | null {
  if (minutes === null) return null
  return minutes === 0 ? none : `${describeDuration(Math.abs(minutes))} ${minutes > 0 ? more : less}`
}
