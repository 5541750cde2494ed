import { AppError } from '#server/platform/errors.ts'
import { processWide } from '#server/platform/process-wide.ts'

/** Bounds what runs at the same time: others wait for their turn, and are rejected after `maxWaitMs`. */
export function createTurns({ atOnce, maxWaitMs }: { readonly atOnce: number; readonly maxWaitMs: number }) {
  const waiting = new Set<() => void>()
  let running = 0
  const begin = () => {
    if (running < atOnce) {
      running += 1
      return
    }
    return new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(new AppError('unavailable', 'Other imports are being previewed; retry shortly.'))
      }, maxWaitMs)
      waiting.add(start)
    })
  }
  const end = () => {
    const [next] = waiting
    if (!next) running -= 1
    else {
      waiting.delete(next)
      next()
    }
  }
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await begin()
    try {
      return await work()
    } finally {
      end()
    }
  }
}

/** A preview reads up to a whole file and merges rows: two at a time leave the process to other requests. */
export const inPreviewTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  processWide('preview turns', () => createTurns({ atOnce: 2, maxWaitMs: 10_000 }))(work)
