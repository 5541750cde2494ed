/** Turns the time on a wall clock, in milliseconds as if it were UTC, into milliseconds of UTC. */
export type WallClock = (wall: number) => number

const day = 86_400_000

export const utcClock: WallClock = (wall) => wall

/**
 * The wall clock of an IANA zone ("Europe/Copenhagen") or a fixed offset ("+01:00"); undefined when there is none of
 * that name. A time that the clock passes twice is the first of the two; one that it leaps over is read as if it had
 * not leapt yet.
 */
export function findWallClock(zone: string): WallClock | undefined {
  const format = openFormat(zone)
  if (!format) return undefined
  if (/^(etc\/)?(utc|gmt|zulu)$/i.test(format.resolvedOptions().timeZone)) return utcClock
  const offsetAt = (moment: number) => wallTime(format, moment) - moment
  const edges = new Map<number, readonly [number, number]>()
  return (wall) => {
    const today = Math.floor(wall / day) * day
    let offsets = edges.get(today)
    if (!offsets) {
      offsets = [offsetAt(today - day), offsetAt(today + 2 * day)]
      if (edges.size > 20_000) edges.clear()
      edges.set(today, offsets)
    }
    const [before, after] = offsets
    if (before === after || offsetAt(wall - before) === before) return wall - before
    return offsetAt(wall - after) === after ? wall - after : wall - before
  }
}

function openFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    return new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', era: 'short', second: 'numeric', ...numeric })
  } catch {
    return undefined
  }
}

function wallTime(format: Intl.DateTimeFormat, moment: number): number {
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, date, hour, minute, second)
}
