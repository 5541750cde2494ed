import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { getStartOfDayIn, toLocalTime } from './wall-clock.ts'

/** Returns the calendar day (YYYY-MM-DD) of an instant in a time zone. */
export const getDayInZone = (instant: string, zone: string): string =>
  toLocalTime(zone, new Date(instant)).split('T')[0] ?? ''

/** Returns the instant (ISO 8601, UTC) at which a calendar day ends in a time zone. */
export const getEndOfDayIn = (day: string, zone: string): string => getStartOfDayIn(addDaysTo(day, 1), zone)

/** Returns the day some months later; at most the end of the month. */
export function addMonthsTo(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return addDaysTo(last.toISOString().slice(0, 10), Math.min(0, date - last.getUTCDate()))
}
