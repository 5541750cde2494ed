import { asc, eq, sql } from 'drizzle-orm'
import { factorActions } from '#lib/actions/policy-actions.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { contributingFactors } from '#server/schema/policy.ts'

const { name } = contributingFactors

/** Lists the contributing factors by name. */
export async function listFactors({ db }: Context) {
  const rows = await db.select({ name }).from(contributingFactors).orderBy(asc(name))
  return { rows, total: rows.length }
}

/** Adds a contributing factor. Throws `conflict` when it is in the list. */
export async function createFactor(ctx: Context, factor: { readonly name: string }) {
  return inTransaction(ctx, async (tx) => {
    const isSame = eq(sql`lower(${name})`, factor.name.toLowerCase())
    const [known] = await tx.db.select({ name }).from(contributingFactors).where(isSame)
    const added = known
      ? []
      : await tx.db
          .insert(contributingFactors)
          .values({ ...factor, origin: 'entry' })
          .onConflictDoNothing()
          .returning({ name })
    if (added.length === 0) throw new AppError('conflict', `“${known?.name ?? factor.name}” is in the list.`)
    await recordEvent(tx, factorActions.create, factor.name, listDifferences({}, factor))
    return factor
  })
}

/** Removes a contributing factor from the list; answers that name it stay. Throws `not_found`. */
export async function deleteFactor(ctx: Context, removed: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [factor] = await tx.db.delete(contributingFactors).where(eq(name, removed)).returning({ name })
    if (!factor) throw notFound('contributing factor', removed)
    await recordEvent(tx, factorActions.delete, removed, listRemovedFields(factor))
  })
}
