import { AppError } from './errors.ts'

const noDatabase = () => new AppError('unavailable', 'The database did not respond in time; retry shortly.')

/** Throws `unavailable`, or what `tooLate` makes, if the work takes too long, though it continues. */
export async function inTime<Value>(work: Promise<Value>, milliseconds: number, tooLate = noDatabase): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLate()), milliseconds)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
