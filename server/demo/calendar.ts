export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * A start relative to the day of seeding: a weekday so many weeks ago (negative: ahead), or so many days ago. `at` is
 * HH:mm in UTC, `minutes` the length.
 */
export type Slot = { readonly at: string; readonly minutes: number } & (
  | { readonly weeksAgo: number; readonly day: (typeof weekdays)[number] }
  | { readonly daysAgo: number }
)

const minuteMs = 60_000
const dayMs = 86_400_000

/** A point in time in milliseconds since 1970, always at a whole minute. */
export type Instant = number

export const toIso = (at: Instant): string => new Date(at).toISOString()
export const toDay = (at: Instant): string => toIso(at).slice(0, 10)
export const addMinutes = (at: Instant, minutes: number): Instant => at + minutes * minuteMs
export const addDays = (at: Instant, days: number): Instant => at + days * dayMs

const startOfDay = (at: Instant): Instant => at - (((at % dayMs) + dayMs) % dayMs)
const isWeekend = (at: Instant): boolean => [0, 6].includes(new Date(at).getUTCDay())

/** The time HH:mm (UTC) on the day of `at`. */
export function atTime(day: Instant, time: string): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return addMinutes(startOfDay(day), hours * 60 + minutes)
}

/** Midnight of the working day that lies `count` working days (Monday to Friday) after the day of `at`. */
export function addBusinessDays(at: Instant, count: number): Instant {
  let day = startOfDay(at)
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (!isWeekend(day)) left -= 1
  }
  return day
}

/** Midnight of the day of `at`, or of the Friday before when that is a weekend. */
export function workdayOnOrBefore(at: Instant): Instant {
  let day = startOfDay(at)
  while (isWeekend(day)) day = addDays(day, -1)
  return day
}

/** The calendar of a demo: `today` is midnight (UTC) of the day of seeding, and nothing past lies after it. */
export type Calendar = { readonly today: Instant; readonly startOf: (slot: Slot) => Instant }

export function createCalendar(now: Date): Calendar {
  const today = startOfDay(now.getTime())
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const startOf = (slot: Slot): Instant => {
    const day =
      'daysAgo' in slot
        ? addDays(today, -slot.daysAgo)
        : addDays(monday, -7 * slot.weeksAgo + weekdays.indexOf(slot.day))
    return atTime(day, slot.at)
  }
  return { today, startOf }
}
