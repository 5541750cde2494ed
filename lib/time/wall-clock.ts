import { tzOffset } from '@date-fns/tz/tzOffset'

/** Converts a local time, in milliseconds as if it were UTC, to milliseconds of UTC. */
export type WallClock = (local: number) => number

const day = 86_400_000
const maxCachedDays = 20_000
/** The greatest offset in use, that of Kiritimati. */
const maxOffset = 14 * 3_600_000

export const utcClock: WallClock = (local) => local

const isUtc = (zone: string) => /^(etc\/)?(utc|gmt|zulu)$/i.test(zone)
const readOffset = (zone: string, moment: number) =>
  isUtc(zone) ? 0 : Math.round(tzOffset(zone, new Date(moment)) * 60_000)

type OffsetsByDay = Map<number, readonly [before: number, after: number]>
const offsetsByZone = new Map<string, OffsetsByDay>()

/** The offsets of a zone a day before and after the day of a moment, which differ only near a change of the clock. */
function getOffsetsAround(zone: string, moment: number): readonly [before: number, after: number] {
  const days: OffsetsByDay = offsetsByZone.get(zone) ?? new Map()
  offsetsByZone.set(zone, days)
  const today = Math.floor(moment / day) * day
  const known = days.get(today)
  if (known) return known
  const offsets = [readOffset(zone, today - day), readOffset(zone, today + 2 * day)] as const
  if (days.size > maxCachedDays) days.clear()
  days.set(today, offsets)
  return offsets
}

/** Returns how far a zone is ahead of UTC at an instant, in milliseconds. */
export function getZoneOffset(zone: string, instant: number): number {
  const [before, after] = getOffsetsAround(zone, instant)
  return before === after ? before : readOffset(zone, instant)
}

/**
 * Returns the instants at which the clocks of a zone show a local time: one, two where an hour is repeated, none where
 * it is skipped.
 */
export function findInstants(zone: string, local: number): readonly number[] {
  const [before, after] = getOffsetsAround(zone, local)
  if (before === after) return [local - before]
  return [before, after].map((offset) => local - offset).filter((at) => readOffset(zone, at) === local - at)
}

/** True if the text is an existing date (YYYY-MM-DD) in the years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

/** Returns the local day and time of an instant as `2026-03-01T14:05:09.000`. */
export const toLocalTime = (zone: string, instant: Date): string =>
  new Date(+instant + getZoneOffset(zone, +instant)).toISOString().replace(/^\+0*|Z$/g, '')

/**
 * Returns the clock of an IANA zone ("Europe/Copenhagen") or a fixed offset ("+01:00"); undefined for an unknown name.
 * Of a local time that occurs twice, it returns the first. It reads a skipped local time with the offset before the
 * change.
 */
export function findWallClock(zone: string): WallClock | undefined {
  if (isUtc(zone)) return utcClock
  if (!(Math.abs(readOffset(zone, 0)) <= maxOffset)) return undefined
  return (local) => findInstants(zone, local)[0] ?? local - getOffsetsAround(zone, local)[0]
}

/** Returns the instant (ISO 8601, UTC) at which a calendar day begins in a zone; in UTC for an unknown name. */
export const getStartOfDayIn = (day: string, zone: string): string =>
  new Date((findWallClock(zone) ?? utcClock)(Date.parse(`${day}T00:00:00Z`))).toISOString()
