import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'

/** Creates a stub for a change that an incident names, unless the change is known. */
export async function insertStub(ctx: Context & { readonly db: Transaction }, number: string): Promise<void> {
  const at = ctx.now.toISOString()
  const stub = { title: `Unknown change ${number}`, state: 'closed', type: 'normal', isStub: true } as const
  const inserted = await ctx.db
    .insert(changes)
    .values({ ...stub, number, affectedServices: [], origin: 'entry', createdAt: at, updatedAt: at })
    .onConflictDoNothing()
    .returning({ number: changes.number })
  if (inserted.length === 0) return
  await recordEvent(ctx, 'create', 'change', number, differences({}, { title: stub.title, is_stub: true }))
}
