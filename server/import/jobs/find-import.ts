import { and, eq, inArray } from 'drizzle-orm'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor, ActorName, Context } from '#server/platform/runtime/context.ts'
import { auditEvents } from '#server/schema/history.ts'
import { imports } from '#server/schema/imports.ts'
import type { ImportRow } from './present-import.ts'

/** True if an actor may see and import accounts. */
export const mayImportAccounts = (actor: Actor): boolean =>
  actor.kind === 'system' || (actor.kind === 'account' && actor.role === 'admin')

/** Throws `forbidden` for accounts unless the actor is an admin. */
export function assertMayImport({ actor }: Context, kind: ImportKind): void {
  if (kind === 'accounts' && !mayImportAccounts(actor))
    throw new AppError('forbidden', 'Only an admin imports accounts.')
}

/**
 * Returns an import; with `kinds`, only one of these. Throws `not_found`, and `forbidden` for accounts unless the actor
 * is an admin.
 */
export async function getImportRow(ctx: Context, id: string, kinds?: readonly ImportKind[]): Promise<ImportRow> {
  const isOfKind = kinds && inArray(imports.kind, [...kinds])
  const [row] = await ctx.db
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), isOfKind))
  if (!row) throw notFound('import', id)
  assertMayImport(ctx, row.kind)
  return row
}

/** Returns an import as `getImportRow` does, and locks it until the transaction ends. */
export async function lockImport(ctx: Context, id: string): Promise<ImportRow> {
  await ctx.db.select({ id: imports.id }).from(imports).where(eq(imports.id, id)).for('update')
  return getImportRow(ctx, id)
}

/**
 * Finds the caller who shares turns and space with others: the account that issued a token, or the actor itself. Having
 * more tokens thus gives a person no more turns or space.
 */
export async function findCaller({ db }: Pick<Context, 'db'>, { kind, id }: ActorName): Promise<string> {
  if (kind !== 'token') return id
  const issued = [
    eq(auditEvents.entityType, 'api_token'),
    eq(auditEvents.entityId, id),
    eq(auditEvents.action, 'create'),
    eq(auditEvents.actorKind, 'account'),
  ]
  const [issue] = await db
    .select({ account: auditEvents.actorId })
    .from(auditEvents)
    .where(and(...issued))
  return issue?.account ?? id
}
