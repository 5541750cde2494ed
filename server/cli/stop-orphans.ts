import { resolveDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { stopOrphanedPostgres } from '#server/platform/db/embedded/start.ts'
import { readEnv } from '#server/platform/env.ts'

// Stops the embedded database that a killed service left running, unless another process uses it.
const env = readEnv()
if (env.databaseUrl === undefined) await stopOrphanedPostgres(resolveDataDir(env))
