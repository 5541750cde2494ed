import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, issueLinks } from '#server/schema/connections.ts'

/** Marks linked issues as due. */
export async function markDue({ db, now }: Context, connectionId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db
    .update(issueLinks)
    .set({ nextSyncAt: now.toISOString() })
    .where(and(eq(issueLinks.connectionId, connectionId), inArray(issueLinks.issueKey, [...keys])))
}

/** Runs a connection as soon as possible. */
export async function runSoon({ db, now }: Context, connectionId: string): Promise<void> {
  await db
    .update(connections)
    .set({ nextRunAt: now.toISOString() })
    .where(and(eq(connections.id, connectionId), eq(connections.isEnabled, true)))
}
