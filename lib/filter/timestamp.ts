import { isCalendarDate } from '#lib/time/wall-clock.ts'

export const lostPlusHint =
  'There is a space instead of the + of a time zone. In a URL, + means a space: write %2B instead, or use UTC with Z.'

const pattern =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<time>(?:[01]\d|2[0-3]):[0-5]\d)(?::(?<second>[0-5]\d)(?:\.(?<fraction>\d{1,6}))?)?(?<zone>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i

/**
 * Converts an ISO 8601 timestamp of up to six decimals to UTC as `2026-03-01T10:00:00.000000Z`, so that timestamps
 * compare as text. A date alone is midnight; UTC without a zone. Undefined for other text.
 */
export function readTimestamp(text: string): string | undefined {
  const parts = pattern.exec(text)?.groups
  if (!parts) return undefined
  const { date = '', time = '00:00', second = '00', fraction = '', zone = 'Z' } = parts
  if (!isCalendarDate(date)) return undefined
  const local = Date.parse(`${date}T${time}:${second}Z`)
  const iso = new Date(local - offsetMinutes(zone) * 60_000).toISOString()
  if (!isCalendarDate(iso.slice(0, 10))) return undefined
  return `${iso.slice(0, 19)}.${fraction.padEnd(6, '0')}Z`
}

/** True if a timestamp is followed by a space and the digits of a zone: its `+` was decoded as a space. */
export const hasLostPlus = (text: string): boolean => /T[\d:.]+ \d{2}:?\d{2}$/i.test(text)

function offsetMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return zone.startsWith('-') ? -minutes : minutes
}
