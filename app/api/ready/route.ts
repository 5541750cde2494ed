import * as contract from '#lib/contracts/operations.ts'
import { route } from '#server/platform/api/route.ts'
import { isMigrated } from '#server/platform/db/migrate/migrate.ts'
import { isReadOnly } from '#server/platform/db/read-only.ts'
import { AppError } from '#server/platform/errors.ts'
import { findOutage } from '#server/platform/outage.ts'
import { isStopping } from '#server/platform/process/stop-requests.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

export const GET = route(contract.getReadiness, async (ctx) => {
  if (isStopping()) throw new AppError('unavailable', 'The service is stopping.')
  if (!(await isMigrated(ctx.db))) {
    throw new AppError('unavailable', 'The database schema is older than this program. Run the migrations.')
  }
  if (findOutage() === 'disk_full') {
    throw new AppError('unavailable', 'The disk of the database is full: nothing can be saved until there is space.')
  }
  if (await isReadOnly(getRuntime().pool)) {
    throw new AppError('unavailable', 'The database takes no writes: it is a standby, or configured as read-only.')
  }
  return { body: { status: 'ready' as const } }
})
