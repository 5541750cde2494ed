import { eq } from 'drizzle-orm'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/**
 * Creates a stub for a change that an incident names, unless the change is known; a known one cannot be deleted until
 * the transaction ends.
 */
export async function insertStub(ctx: Context & { readonly db: Transaction }, number: string): Promise<void> {
  const known = await ctx.db
    .select({ number: changes.number })
    .from(changes)
    .where(eq(changes.number, number))
    .for('key share')
  if (known.length > 0) return
  const at = ctx.now.toISOString()
  const stub = { title: `Unknown change ${number}`, state: 'closed', type: 'normal', isStub: true } as const
  const inserted = await ctx.db
    .insert(changes)
    .values({ ...stub, number, affectedServices: [], origin: 'entry', createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ number: changes.number })
  // Another transaction has created the change meanwhile, which is locked then.
  if (inserted.length === 0) return insertStub(ctx, number)
  await recordEvent(ctx, 'create', 'change', number, differences({}, { title: stub.title, is_stub: true }))
}
