import { getReadiness } from '#lib/contracts/operations.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { isReadOnly } from '#server/db/read-only.ts'
import { AppError } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import { getRuntime, isStopping } from '#server/runtime.ts'

export const GET = route(getReadiness, async (ctx) => {
  if (isStopping()) throw new AppError('unavailable', 'The service is stopping.')
  if (!(await isMigrated(ctx.db))) {
    throw new AppError('unavailable', 'The database is not migrated to the version of this program.')
  }
  if (await isReadOnly(getRuntime().pool)) {
    throw new AppError('unavailable', 'The database takes no writes: it is a standby, or read-only by its settings.')
  }
  return { body: { status: 'ready' as const } }
})
