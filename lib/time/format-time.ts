import { findInstants, getZoneOffset, isCalendarDate, toLocalTime } from './wall-clock.ts'

export type TimePrecision = 'minute' | 'second' | 'day'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a calendar date such as `2026-03-01`: `1 Mar 2026`. */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d+)-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year === undefined ? day : `${Number(date)} ${months[Number(month) - 1]} ${year}`
}

/**
 * Formats an instant in an IANA time zone: `1 Mar 2026, 14:05`. A time that the clocks show twice is followed by the
 * offset: `25 Oct 2026, 02:30 (UTC+2)`. `readMoment` reads what it writes.
 */
export function formatInstant(instant: Date, zone: string, precision: TimePrecision = 'minute'): string {
  const [day = '', time = ''] = toLocalTime(zone, instant).split('T')
  if (precision === 'day') return formatDay(day)
  const offset = getZoneOffset(zone, +instant)
  const isTwice = findInstants(zone, +instant + offset).length > 1
  return `${formatDay(day)}, ${time.slice(0, precision === 'second' ? 8 : 5)}${isTwice ? ` (${formatOffset(offset)})` : ''}`
}

/** Formats an instant in UTC: `1 Mar 2026, 13:05:09 UTC`. */
export const formatUtc = (instant: Date): string => `${formatInstant(instant, 'UTC', 'second')} UTC`

/** Describes a time zone with its offset at an instant: `Europe/Berlin (UTC+2)`. */
export const describeZone = (zone: string, at: Date): string =>
  zone === 'UTC' ? 'UTC' : `${zone} (${formatOffset(getZoneOffset(zone, +at))})`

function formatOffset(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return minutes === 0 ? 'UTC' : `UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`
}

/** Reads a day as people write it: `2 Nov 2026`, `2 November 2026`, `2.11.2026`, `2026-11-02`; undefined if there is none. */
export function readDay(text: string): string | undefined {
  const words = text.trim().toLowerCase()
  const [, date, name = '', year] =
    /^(\d{1,2})\.? *([a-z]{3,9})\.?,? *(\d{4})$/.exec(words) ?? /^(\d{1,2})\. *(\d{1,2})\. *(\d{4})$/.exec(words) ?? []
  const month = /^\d/.test(name) ? Number(name) : 1 + months.findIndex((short) => name.startsWith(short.toLowerCase()))
  const day = year === undefined ? words : `${year}-${pad(month)}-${pad(Number(date))}`
  return isCalendarDate(day) ? day : undefined
}

const pad = (number: number) => String(number).padStart(2, '0')

export type MomentReading =
  /** `twin` is the other instant of a time that the clocks show twice. */
  { readonly at: string; readonly twin?: string } | { readonly fault: string }

/** Reads day and time in a time zone, as `formatInstant` writes them, or says why there is no such moment. */
export function readMoment(text: string, zone: string): MomentReading {
  const spaced = text.trim().replaceAll(/\s+/g, ' ')
  const parts = /^(.+?)(?:, ?| |T)(\d{1,2}):(\d{2})(?::\d\d)?(?: ?\(?(UTC(?:[+-][\d:]+)?)\)?)?$/i.exec(spaced)
  const [, typedDay = '', hour = '', minute = '', offset] = parts ?? []
  const day = readDay(typedDay)
  if (day === undefined || Number(hour) > 23 || Number(minute) > 59 || day < '1970')
    return { fault: 'Write day and time, such as 2 Nov 2026, 07:05.' }
  const time = `${hour.padStart(2, '0')}:${minute}`
  const instants = findInstants(zone, Date.parse(`${day}T${time}Z`))
  const offsetOf = (instant: number) => formatOffset(getZoneOffset(zone, instant))
  const at = instants.find((instant) => offset === undefined || offsetOf(instant) === offset.toUpperCase())
  const [first] = instants
  if (first === undefined)
    return { fault: `The clocks of ${zone} skip ${time} on ${formatDay(day)}. Write the time that they showed.` }
  if (at === undefined)
    return { fault: `On ${formatDay(day)}, ${time} is ${offsetOf(first)} in ${zone}, not ${offset}.` }
  const twin = instants.find((instant) => instant !== at)
  return { at: new Date(at).toISOString(), ...(twin !== undefined && { twin: new Date(twin).toISOString() }) }
}

const day = 86_400_000

/**
 * Each unit with its length and the distance from which it is used. Days go up to two months, because reviews are due
 * in days.
 */
const steps = [
  ['year', 365.25 * day, 365.25 * day],
  ['month', 30.4375 * day, 60 * day],
  ['day', day, day],
  ['hour', 3_600_000, 3_600_000],
  ['minute', 60_000, 60_000],
] as const

/** Describes the distance of an instant from `now` in the largest unit that fits: `3 days ago`, `in 2 hours`, `now`. */
export function formatDistance(instant: Date, now: number): string {
  const distance = instant.getTime() - now
  for (const [unit, length, from] of steps) {
    if (Math.abs(distance) < from) continue
    const count = Math.floor(Math.abs(distance) / length)
    const units = `${count} ${unit}${count === 1 ? '' : 's'}`
    return distance < 0 ? `${units} ago` : `in ${units}`
  }
  return 'now'
}
