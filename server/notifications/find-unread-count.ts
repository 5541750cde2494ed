import { log } from '#server/platform/log/log.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { pageDatabase } from '#server/platform/runtime/runtime.ts'
import { countUnread } from './queries.ts'

/** The unread count for the bell of every page; 0 where the query fails, which must not fail the page. */
export async function findUnreadCount(actor: Actor): Promise<number> {
  try {
    return await countUnread({ db: pageDatabase(), actor, now: new Date(), requestId: 'bell' })
  } catch (error) {
    log.warn({ err: error }, 'unread notifications not counted')
    return 0
  }
}
