import { AppError } from '#server/platform/errors.ts'
import { FairQueue } from '#server/platform/limits/fair-queue.ts'
import { processWide } from '#server/platform/process/process-wide.ts'

/** Milliseconds after which a waiting preview is rejected. */
const longestWaitMs = 10_000

const turns = () => processWide('preview turns', () => new FairQueue({ atOnce: 2, perCaller: 1, waiting: 4 }))

/**
 * Runs a preview in the turn of its caller. A preview reads up to a whole file and merges rows: two at a time leave the
 * machine to other requests, and one per caller leaves a turn to others. Throws `unavailable`.
 */
export async function inPreviewTurn<Result>(
  caller: string,
  clientSignal: AbortSignal,
  work: () => Promise<Result>,
  waitMs = longestWaitMs,
): Promise<Result> {
  const end = await turns().take(caller, { signal: clientSignal, waitMs })
  try {
    if (end === undefined) throw new AppError('unavailable', 'Other imports are being previewed; retry shortly.')
    return await work()
  } catch (error) {
    throw clientSignal.aborted ? new AppError('invalid_request', 'The client left before its preview was done.') : error
  } finally {
    end?.()
  }
}
