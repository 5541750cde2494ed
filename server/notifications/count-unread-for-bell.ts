import { log } from '#server/platform/log/log.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { getPageDatabase } from '#server/platform/runtime/runtime.ts'
import { countUnread } from './queries.ts'

/**
 * Counts the unread notifications for the bell of every page. Returns 0 if the query fails, so that the page does not.
 */
export async function countUnreadForBell(actor: Actor): Promise<number> {
  try {
    return await countUnread({ db: getPageDatabase(), actor, now: new Date(), requestId: 'bell' })
  } catch (error) {
    log.warn({ err: error }, 'unread notifications not counted')
    return 0
  }
}
