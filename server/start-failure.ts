import { resolveDataDir } from './platform/db/embedded/data-dir.ts'
import { describeFullDisk } from './platform/db/embedded/failure.ts'
import type { Env } from './platform/env.ts'

/**
 * Why a start failed, for the person who runs Hindsight: the cause at the root of the error, without the statement that
 * a library puts in front of it, and first of all a full disk below the embedded database.
 */
export function explainStartFailure(error: unknown, env: Pick<Env, 'databaseUrl' | 'dataDir'>): string {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  const message = error instanceof Error && isOwn(error) ? error.message : textOf(root)
  if (env.databaseUrl !== undefined) return message
  const full = describeFullDisk(resolveDataDir(env), message)
  return full === undefined || message.includes(full) ? message : `${full}\n${message}`
}

/** An error of ours has a message for people, and its cause is for the log. */
const isOwn = ({ name, message }: Error) => name !== 'DrizzleQueryError' && !message.startsWith('Failed query')

const textOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))
