import iconv from 'iconv-lite'
import { findWallClock, type WallClock } from '#lib/time/wall-clock.ts'
import { AppError } from '#server/platform/errors.ts'

/** Returns the clock of a time zone. Throws `invalid_request` for an unknown name. */
export function openClock(zone: string): WallClock {
  const clock = findWallClock(zone)
  if (clock) return clock
  throw new AppError('invalid_request', `There is no time zone ${zone}; use a name such as Europe/Copenhagen.`)
}

/** Throws `invalid_request` for an unknown encoding. */
export function assertEncoding(name: string): void {
  if (iconv.encodingExists(name)) return
  throw new AppError('invalid_request', `There is no encoding called ${name}; try utf-8, latin1 or utf-16le.`)
}
