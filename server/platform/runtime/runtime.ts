import type { Pool } from 'pg'
import type { Database } from '#server/platform/db/client.ts'
import type { Env } from '#server/platform/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { processWide } from '#server/platform/process-wide.ts'

/** What a running process holds: its settings, its database and the secret that signs sessions, with the one before it. */
export type Runtime = {
  readonly env: Env
  readonly db: Database
  readonly pool: Pool
  readonly secret: string
  readonly previousSecret?: string | undefined
}

const slot = () => processWide<{ current: Runtime | undefined }>('runtime', () => ({ current: undefined }))

/** Hands the runtime to every handler and page of the process; undefined takes it away again. */
export function setRuntime(runtime: Runtime | undefined): void {
  slot().current = runtime
}

/** The running process's runtime. Throws `unavailable` while it starts or stops. */
export function getRuntime(): Runtime {
  const { current } = slot()
  if (!current) throw new AppError('unavailable', 'The service is starting or stopping.')
  return current
}

/** The secrets that what we signed or sealed may have been made with, the newest first. */
export function readableSecrets(): readonly string[] {
  const { secret, previousSecret } = getRuntime()
  return previousSecret === undefined ? [secret] : [secret, previousSecret]
}
