import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { connections, deployments } from '#server/schema/connections.ts'
import { joinChange } from './join-change.ts'
import { matchChange } from './match-change.ts'
import { isUnrecorded } from './unrecorded-changes.ts'

/** Days for which the change of a deployment may still arrive from the system of record. */
const waitedDays = 30
const maxRead = 500

/** Joins unrecorded changes to changes that have become known since, as a pipeline may be faster than the ITSM system. */
export async function rejoinDeployments(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - waitedDays * 86_400_000).toISOString()
  const rows = await ctx.db
    .select()
    .from(deployments)
    .where(and(isUnrecorded, gt(deployments.startedAt, since)))
    .orderBy(desc(deployments.startedAt))
    .limit(maxRead)
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ connectionId }) => connectionId))]
  const named = await ctx.db
    .select({ id: connections.id, name: connections.name })
    .from(connections)
    .where(inArray(connections.id, ids))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  for (const row of rows) {
    if (!(await matchChange(ctx.db, row))) continue
    await inTransaction(ctx.db, async (tx) => {
      const [locked] = await tx
        .select()
        .from(deployments)
        .where(and(eq(deployments.id, row.id), isUnrecorded))
        .for('update')
      const actor = { kind: 'system', id: row.connectionId, name: names.get(row.connectionId) ?? 'Pipeline' } as const
      if (locked) await joinChange({ ...ctx, db: tx, actor }, locked)
    })
  }
}
