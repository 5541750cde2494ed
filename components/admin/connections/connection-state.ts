import type { Tone } from '#components/ui/badge.tsx'
import type { Connection } from '#lib/contracts/app/connection-records.ts'

/** Describes the state of a connection in one or two words. */
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

/** True while the connection runs or is about to run, so that its page changes by itself. */
export const isBusy = ({ is_enabled, last_run, next_run_at, url }: Connection, now: Date): boolean =>
  is_enabled &&
  url !== null &&
  (last_run?.finished_at === null || (next_run_at !== null && Date.parse(next_run_at) <= now.getTime()))
