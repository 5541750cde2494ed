import { describeDay } from './describe-day.ts'
import { getLocalZone } from './local-zone.ts'

export type TimePrecision = 'minute' | 'second' | 'day'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Formats an instant in an IANA time zone: `01 Mar 2026, 14:05`, always with two digits, so that columns align. Uses
 * `Intl` only for zones that `Date` does not know, because loading it takes long on a slow phone.
 */
export function formatInstant(instant: Date, zone: string, precision: TimePrecision = 'minute'): string {
  if (zone === 'UTC') return formatUtcDate(instant, precision)
  if (zone === getLocalZone())
    return formatUtcDate(new Date(+instant - instant.getTimezoneOffset() * 60_000), precision)
  const key = `${zone} ${precision}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...chooseFields(precision) })
    formats.set(key, format)
  }
  return format.format(instant).replace('Sept', 'Sep')
}

/** Formats the UTC day and time of an instant. */
function formatUtcDate(instant: Date, precision: TimePrecision): string {
  const iso = instant.toISOString()
  const day = describeDay(iso.slice(0, 10))
  return precision === 'day' ? day : `${day}, ${iso.slice(11, precision === 'second' ? 19 : 16)}`
}

/** Formats an instant in UTC: `01 Mar 2026, 13:05:09 UTC`. */
export function formatUtc(instant: Date): string {
  return `${formatInstant(instant, 'UTC', 'second')} UTC`
}

/** Describes a time zone with its offset at an instant: `Europe/Berlin (UTC+2)`. */
export function describeZone(zone: string, at: Date): string {
  if (zone === 'UTC') return 'UTC'
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return offset === zone ? zone : `${zone} (${offset.replace('GMT', 'UTC')})`
}

/** Formats a calendar date such as `2026-03-01`: `01 Mar 2026`. */
export const formatDay = describeDay

function chooseFields(precision: TimePrecision): Intl.DateTimeFormatOptions {
  const day = { day: '2-digit', month: 'short', year: 'numeric' } as const
  if (precision === 'day') return day
  const minute = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return precision === 'second' ? { ...minute, second: '2-digit' } : minute
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

/** Formats a duration in minutes: `1 h 35 min`, `2 d 4 h`. */
export function formatDuration(minutes: number): string {
  const whole = Math.round(Math.abs(minutes))
  const days = Math.floor(whole / 1440)
  const hours = Math.floor((whole % 1440) / 60)
  const rest = whole % 60
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}
