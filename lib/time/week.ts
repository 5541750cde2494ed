import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { formatDay } from './format-time.ts'

/** A week from Monday to Sunday, as calendar days (YYYY-MM-DD), both included. */
export type Week = { readonly from: string; readonly to: string }

/** Returns the week of a day (YYYY-MM-DD), or the week `weeks` later. */
export function findWeek(day: string, weeks = 0): Week {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  const from = addDaysTo(day, 7 * weeks - sinceMonday)
  return { from, to: addDaysTo(from, 6) }
}

/** Returns the number of a week by ISO 8601: week 1 has the first Thursday of the year. */
function weekNumber({ from }: Week): number {
  const thursday = addDaysTo(from, 3)
  const firstOfYear = `${thursday.slice(0, 4)}-01-01`
  return 1 + Math.floor((Date.parse(thursday) - Date.parse(firstOfYear)) / (7 * 86_400_000))
}

/** Formats a week: `Week 48, 23 Nov to 29 Nov 2026`. The first day has a year only if it differs. */
export function formatWeek(week: Week): string {
  const from = formatDay(week.from)
  const to = formatDay(week.to)
  const year = to.slice(-' 2026'.length)
  return `Week ${weekNumber(week)}, ${from.endsWith(year) ? from.slice(0, -year.length) : from} to ${to}`
}
