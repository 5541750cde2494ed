import { getReadiness } from '#lib/contracts/operations.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { AppError } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import { isStopping } from '#server/runtime.ts'

export const GET = route(getReadiness, async (ctx) => {
  if (isStopping()) throw new AppError('unavailable', 'The service is stopping.')
  if (await isMigrated(ctx.db)) return { body: { status: 'ready' as const } }
  throw new AppError('unavailable', 'The database is not migrated to the version of this program.')
})
