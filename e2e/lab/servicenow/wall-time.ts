import { tzOffset } from '@date-fns/tz'

/** A moment as ServiceNow writes it: `2026-03-01 08:15:00`, in UTC unless a zone is named. */
export const wallTime = (at: number, zone = 'UTC') =>
  new Date(at + offsetOf(zone, at)).toISOString().slice(0, 19).replace('T', ' ')

/** The moment of a wall time, which begins with a day. */
export function momentOf(text: string, zone = 'UTC'): number {
  const wall = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  const first = wall - offsetOf(zone, wall)
  return wall - offsetOf(zone, first)
}

const offsetOf = (zone: string, at: number) => (zone === 'UTC' ? 0 : tzOffset(zone, new Date(at)) * 60_000)
