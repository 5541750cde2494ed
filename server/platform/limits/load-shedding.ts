import { AppError } from '#server/platform/errors.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { getDatabase, type Lane } from '#server/platform/runtime/runtime.ts'

/** Maximum waiting requests for each connection of the pool: a few tenths of a second of work. */
const waitingPerConnection = 50

/** True if so many requests wait for the database that another would probably time out. */
export function isOverloaded(lane: Lane = 'api'): boolean {
  const { waitingCount, options } = getDatabase(lane).pool
  return waitingCount >= waitingPerConnection * options.max
}

/** The rejection of another request; counts it. */
export function createOverloadError(): AppError {
  countRefusal('overload')
  return new AppError('unavailable', 'Too many requests are waiting; retry shortly.', {
    headers: { 'Retry-After': '1' },
  })
}
