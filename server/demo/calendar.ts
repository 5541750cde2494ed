export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * A start relative to the day of seeding: a weekday some weeks ago (negative: ahead), or some days ago. `at` is HH:mm
 * in UTC, `minutes` the duration.
 */
type Slot = { readonly at: string; readonly minutes: number } & (
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

const getStartOfDay = (at: Instant): Instant => at - (((at % dayMs) + dayMs) % dayMs)
const isWeekend = (at: Instant): boolean => [0, 6].includes(new Date(at).getUTCDay())

/** Returns the time HH:mm (UTC) on the day of `day`. */
export function setTime(day: Instant, time: string): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return addMinutes(getStartOfDay(day), hours * 60 + minutes)
}

/** Returns midnight of the working day (Monday to Friday) that is `count` working days after the day of `at`. */
export function addBusinessDays(at: Instant, count: number): Instant {
  let day = getStartOfDay(at)
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (!isWeekend(day)) left -= 1
  }
  return day
}

/** Returns midnight of the day of `at`, or of the preceding Friday if that is on a weekend. */
function getWorkdayOnOrBefore(at: Instant): Instant {
  let day = getStartOfDay(at)
  while (isWeekend(day)) day = addDays(day, -1)
  return day
}

/** Returns the time HH:mm (UTC) on the last working day that is at least so many days before `now`. */
export const setWorkday = (now: Date | Instant, daysAgo: number, time: string): Instant =>
  setTime(getWorkdayOnOrBefore(addDays(Number(now), -daysAgo)), time)

/** The calendar of a demo: `today` is midnight (UTC) of the day of seeding, and no past event is later. */
export type Calendar = { readonly today: Instant; readonly getStart: (slot: Slot) => Instant }

export function createCalendar(now: Date): Calendar {
  const today = getStartOfDay(now.getTime())
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  const getStart = (slot: Slot): Instant => {
    const day =
      'daysAgo' in slot
        ? addDays(today, -slot.daysAgo)
        : addDays(monday, -7 * slot.weeksAgo + weekdays.indexOf(slot.day))
    return setTime(day, slot.at)
  }
  return { today, getStart }
}
