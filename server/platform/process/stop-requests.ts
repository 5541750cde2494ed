import { processWide } from './process-wide.ts'

/** Milliseconds between two checks whether the parent npm process is running. */
const parentCheckMs = 1_000

type Stop = (reason: string) => void
let current: Stop | undefined

/**
 * Calls `stop` when this process should end: on SIGTERM, SIGINT (Ctrl+C) and SIGHUP (closed terminal), and when its
 * parent has died: a supervisor, at the other end of the IPC channel, or npm. A later call replaces `stop`. It may be
 * called several times: npm forwards a Ctrl+C that the terminal has already sent to all processes.
 */
export function onStopRequest(stop: Stop): void {
  const isFirst = current === undefined
  current = stop
  if (!isFirst) return
  const request = (reason: string) => current?.(reason)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, request)
  if (process.channel) {
    process.once('disconnect', () => request('end of the parent process'))
    // Listening to the channel would keep a finished command running.
    process.channel.unref()
  } else if (process.env.npm_lifecycle_event !== undefined) watchParent(() => request('end of npm'))
}

/** Runs `work` when this process should end, and then exits, even if `work` fails. */
export function exitAfter(work: () => Promise<unknown>): void {
  onStopRequest(() => void work().finally(() => process.exit(0)))
}

/** Without an IPC channel the only sign is a new parent process, usually init. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid
  const check = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(check)
    onGone()
  }, parentCheckMs)
  check.unref()
}

const ending = () => processWide('ending', () => ({ isAnnounced: false }))

/** Records that this process is stopping: it still serves requests, but readiness fails. */
export function announceStop(): void {
  ending().isAnnounced = true
}

export const isStopping = (): boolean => ending().isAnnounced
