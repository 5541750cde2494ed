import { zoneOffset } from './time-ticks.ts'

let browserZone: string | undefined

/** The time zone of this machine. */
export function localZone(): string {
  browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return browserZone
}

/** Minutes ahead of UTC in winter and summer, by which a browser recognizes its zone. */
export const listOffsets = (zone: string): number[] => seasons().map((at) => zoneOffset(zone, at) / 60_000)

/**
 * Spares a browser the question for its zone when it is still the one that it had stored: the first use of `Intl` in a page
 * takes a slow phone 100 ms.
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
