import type { QueryOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import type { listEvents as contract } from '#lib/contracts/events.ts'
import { runInTurn } from '#server/platform/limits/caller-queue.ts'
import { isStopping } from '#server/platform/process/stop-requests.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readFeed } from './queries.ts'
import { waitForEvents } from './wait-for-events.ts'

type FollowedFeed = { readonly feed: ResponseOf<typeof contract>; readonly waitedMs: number }

/**
 * Returns the events after a cursor. Without any, waits up to `wait` seconds for new ones. Only reading takes one of
 * the caller's turns; waiting does not.
 */
export async function followEvents(ctx: Context, { wait, ...input }: QueryOf<typeof contract>): Promise<FollowedFeed> {
  const started = Date.now()
  const until = started + wait * 1000
  const caller = `${ctx.actor.kind}:${ctx.actor.id}`
  for (let newestAtRead: string | undefined; ; ) {
    const feed = await runInTurn(caller, () => readFeed(ctx, input))
    if (feed.result.length > 0 || Date.now() >= until || isStopping()) return { feed, waitedMs: Date.now() - started }
    const { newest, mustRead } = await waitForEvents(ctx.db, { caller, after: feed.next, newestAtRead, until })
    if (!mustRead) return { feed, waitedMs: Date.now() - started }
    newestAtRead = newest
  }
}
