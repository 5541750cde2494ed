/** Milliseconds that a worker must have lived for its end to count as the first one again. */
const steadyAfter = 60_000
/** Milliseconds before the first restart; each further one waits twice as long. */
const firstPause = 100
const longestPause = 10_000
/** Ends of one worker, each soon after its start, after which it makes no sense to go on. */
const mostInARow = 6

/** When a worker that ended is to be started again, in milliseconds; null when it is not. Times are in milliseconds. */
export function restartPolicy(): (startedAt: number, endedAt: number) => number | null {
  let inARow = 0
  return (startedAt, endedAt) => {
    inARow = endedAt - startedAt >= steadyAfter ? 1 : inARow + 1
    return inARow >= mostInARow ? null : Math.min(longestPause, firstPause * 2 ** (inARow - 1))
  }
}
