import { tzOffset } from '@date-fns/tz'

/** Converts a local time, in milliseconds as if it were UTC, to milliseconds of UTC. */
export type WallClock = (local: number) => number

const day = 86_400_000
const maxCachedDays = 20_000
/** The greatest offset in use, that of Kiritimati. */
const maxOffset = 14 * 3_600_000

export const utcClock: WallClock = (local) => local

/**
 * Returns the clock of an IANA zone ("Europe/Copenhagen") or a fixed offset ("+01:00"); undefined for an unknown name.
 * Of a local time that occurs twice, it returns the first. It reads a skipped local time with the offset before the
 * change.
 */
export function findWallClock(zone: string): WallClock | undefined {
  const offsetAt = (moment: number) => tzOffset(zone, new Date(moment)) * 60_000
  if (/^(etc\/)?(utc|gmt|zulu)$/i.test(zone)) return utcClock
  if (!(Math.abs(offsetAt(0)) <= maxOffset)) return undefined
  const offsetsAround = new Map<number, readonly [before: number, after: number]>()
  return (local) => {
    const today = Math.floor(local / day) * day
    const offsets = offsetsAround.get(today) ?? ([offsetAt(today - day), offsetAt(today + 2 * day)] as const)
    if (offsetsAround.size > maxCachedDays) offsetsAround.clear()
    offsetsAround.set(today, offsets)
    const [before, after] = offsets
    if (before === after || offsetAt(local - before) === before) return local - before
    return offsetAt(local - after) === after ? local - after : local - before
  }
}

/** Returns the instant (ISO 8601, UTC) at which a calendar day begins in a zone; in UTC for an unknown name. */
export const getStartOfDayIn = (day: string, zone: string): string =>
  new Date((findWallClock(zone) ?? utcClock)(Date.parse(`${day}T00:00:00Z`))).toISOString()
