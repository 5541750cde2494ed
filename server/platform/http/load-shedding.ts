import { AppError } from '#server/platform/errors.ts'
import { countRefusal } from '#server/platform/metrics/metrics.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

/** Requests that may wait for each connection of the pool: some tenths of a second of work. */
const waitingPerConnection = 50

/** Whether so many requests wait for the database that one more would only wait in vain. */
export function isOverloaded(): boolean {
  const { pool, env } = getRuntime()
  return pool.waitingCount >= waitingPerConnection * env.poolSize
}

/** The refusal of one more; counts it. */
export function overload(): AppError {
  countRefusal('overload')
  return new AppError('unavailable', 'Too many requests wait for an answer; try again shortly.', {
    headers: { 'Retry-After': '1' },
  })
}
