import { processWide } from './process-wide.ts'

/** Milliseconds between two checks whether the npm that started this process still runs. */
const parentCheckMs = 1_000

type Stop = (reason: string) => void
let current: Stop | undefined

/**
 * Calls `stop` when this process should end: on SIGTERM, SIGINT (Ctrl+C) and SIGHUP (the terminal was closed), and when
 * the process that started it has died: a supervisor, at the other end of the IPC channel, or npm. A later call replaces
 * `stop`. It may be called several times: npm passes on a Ctrl+C that the terminal has sent to all processes already.
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

/** Exits after `work` when this process should end, even where `work` fails. */
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
