import { getZoneOffset } from './time-ticks.ts'

let browserZone: string | undefined

/** Returns the time zone of this machine. */
export function getLocalZone(): string {
  browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return browserZone
}

/** Lists the minutes ahead of UTC in winter and summer, by which a browser recognizes its zone. */
export const listOffsets = (zone: string): number[] => seasons().map((at) => getZoneOffset(zone, at) / 60_000)

/**
 * Lets `getLocalZone` reuse a stored zone if its offsets still match, because the first use of `Intl` in a page takes
 * 100 ms on a slow phone.
 */
export function recognizeZone(zone: string, offsets: readonly number[]): void {
  if (typeof window === 'undefined') return
  const browserOffsets = seasons().map((at) => -at.getTimezoneOffset())
  if (browserOffsets.join() === offsets.join()) browserZone ??= zone
}

function seasons(): Date[] {
  const year = new Date().getUTCFullYear()
  return [0, 6].map((month) => new Date(Date.UTC(year, month)))
}
