/**
 * Returns the calendar day (YYYY-MM-DD) of an instant in a time zone, by default that of this machine. Reads the parts
 * of the date, because browsers differ in the order in which a locale writes them.
 */
export function getDayInZone(instant: string, zone?: string): string {
  const format = new Intl.DateTimeFormat('en', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  const readPart = (type: 'year' | 'month' | 'day', length: number) => (parts.get(type) ?? '').padStart(length, '0')
  return `${readPart('year', 4)}-${readPart('month', 2)}-${readPart('day', 2)}`
}

/** Returns the instant (ISO 8601, UTC) at which a calendar day begins in the zone of this machine. */
export const getStartOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()

/** Returns the instant (ISO 8601, UTC) at which the next calendar day begins in the zone of this machine. */
export function getEndOfDay(day: string): string {
  const next = new Date(`${day}T00:00:00`)
  next.setDate(next.getDate() + 1)
  return next.toISOString()
}

/**
 * Returns the calendar day a number of days or months later, in the zone of this machine; at most the end of the month.
 */
export function addToLocalDay(start: Date, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const year = start.getFullYear()
  const month = start.getMonth() + months
  const lastOfMonth = new Date(year, month + 1, 0).getDate()
  return getDayInZone(new Date(year, month, Math.min(start.getDate(), lastOfMonth) + days, 12).toISOString())
}
