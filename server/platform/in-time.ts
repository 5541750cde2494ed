import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from './errors.ts'

/** The result of `work`, a database operation; throws `unavailable` if it takes too long, though the work continues. */
export async function inTime<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  const over = new AbortController()
  const late = sleep(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new AppError('unavailable', 'The database did not respond in time; retry shortly.')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
  }
}
