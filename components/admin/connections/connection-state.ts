import type { Tone } from '#components/ui/badge.tsx'
import type { Connection } from '#lib/contracts/app/connection-records.ts'

/** The state of a connection in a word or two. */
export function describeState(connection: Connection): { readonly tone: Tone; readonly label: string } {
  if (!connection.is_enabled) return { tone: 'neutral', label: 'Off' }
  if (connection.failures > 0) return { tone: 'danger', label: 'Failing' }
  if (connection.failed_writes > 0) return { tone: 'warning', label: 'Needs a decision' }
  if (connection.url === null) return { tone: 'success', label: 'Listening' }
  if (connection.last_run === null) return { tone: 'info', label: 'Not read yet' }
  return connection.last_run.finished_at === null
    ? { tone: 'info', label: 'Running' }
    : { tone: 'success', label: 'Working' }
}

/** Whether its page changes by itself: it runs, or is about to. */
export const isBusy = ({ is_enabled, last_run, next_run_at, url }: Connection, now: Date): boolean =>
  is_enabled &&
  url !== null &&
  (last_run?.finished_at === null || (next_run_at !== null && Date.parse(next_run_at) <= now.getTime()))
