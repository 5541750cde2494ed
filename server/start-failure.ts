import { resolveDataDir } from './platform/db/embedded/data-dir.ts'
import { describeFullDisk } from './platform/db/embedded/failure.ts'
import { describeError } from './platform/describe-error.ts'
import type { Env } from './platform/env.ts'

/** Explains why a start failed, for the operator of Hindsight. A full disk of the embedded database comes first. */
export function explainStartFailure(error: unknown, env: Pick<Env, 'databaseUrl' | 'dataDir'>): string {
  const message = describeError(error)
  if (env.databaseUrl !== undefined) return message
  const full = describeFullDisk(resolveDataDir(env), message)
  return full === undefined || message.includes(full) ? message : `${full}\n${message}`
}
