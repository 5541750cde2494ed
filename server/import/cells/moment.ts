import type { DateFormat } from './date-format.ts'
import { type DateOrder, type DateParts, exists, parseDate } from './date-parts.ts'
import { Fault, quoted } from './fault.ts'
import { isServiceNowValue, storedValue } from './servicenow-value.ts'
import { readText } from './text.ts'
import { utcClock, type WallClock } from './time-zone.ts'

/** How the dates of a column are read. */
export type DateReading = {
  readonly order: DateOrder
  /** The format of the mapping; without it, every usual format is read. */
  readonly format: DateFormat | undefined
  /** The clock for dates without a zone. */
  readonly clock: WallClock
}

/** A cell as a moment in UTC: `2016-02-29T01:16:00.000Z`. Stored values of ServiceNow are UTC, whatever the clock. */
export function readMoment(cell: unknown, reading: DateReading): string | Fault {
  const parts = readParts(cell, reading)
  if (parts instanceof Fault) return parts
  const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
  const clock = isServiceNowValue(cell) ? utcClock : reading.clock
  const utc = parts.offset === undefined ? clock(wall) : wall - parts.offset * 60_000
  const iso = new Date(utc + parts.millisecond).toISOString()
  return iso.length === 24 ? iso : new Fault('is outside the years 1000 to 9999')
}

/** A cell as a calendar day, YYYY-MM-DD; a time of day is ignored. */
export function readDay(cell: unknown, reading: DateReading): string | Fault {
  const parts = readParts(cell, reading)
  if (parts instanceof Fault) return parts
  const { year, month, day } = parts
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function readParts(cell: unknown, { order, format }: DateReading): DateParts | Fault {
  const text = readText(storedValue(cell))
  if (text instanceof Fault) return text
  const parts = format ? format(text) : parseDate(text, order)
  if (!parts)
    return new Fault(`${quoted(text)} is not a date in ${format ? 'the format of the mapping' : 'a known format'}`)
  return exists(parts) ? parts : new Fault(`${quoted(text)} is not a date that exists`)
}
