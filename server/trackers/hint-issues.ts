import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, issueLinks } from '#server/schema/connections.ts'

/** Marks linked issues as due; returns whether there are any. */
export async function markDue({ db, now }: Context, connectionId: string, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false
  const marked = await db
    .update(issueLinks)
    .set({ nextSyncAt: now.toISOString() })
    .where(and(eq(issueLinks.connectionId, connectionId), inArray(issueLinks.issueKey, [...keys])))
    .returning({ key: issueLinks.issueKey })
  return marked.length > 0
}

/** Runs a connection as soon as possible. */
export async function runSoon({ db, now }: Context, connectionId: string): Promise<void> {
  await db
    .update(connections)
    .set({ nextRunAt: now.toISOString() })
    .where(and(eq(connections.id, connectionId), eq(connections.isEnabled, true)))
}

/**
 * Takes an event of a tracker as a hint that an issue has changed: a linked one is read soon. The event itself is not
 * believed.
 */
export async function hintIssue(ctx: Context, connectionId: string, key: string): Promise<boolean> {
  const isLinked = await markDue(ctx, connectionId, [key])
  if (isLinked) await runSoon(ctx, connectionId)
  return isLinked
}
