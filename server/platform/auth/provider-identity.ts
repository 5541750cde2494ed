import { and, eq } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accountIdentities, accountInvitations } from '#server/schema/access.ts'
import { type AccountRow, findAccount } from './account-queries.ts'

/** The permanent identity of a person at a provider; the e-mail address may change or pass to someone else. */
export type ProviderIdentity = { readonly issuer: string; readonly subject: string }

/** The account linked to an identity; null before its first sign-in. */
export async function findAccountByIdentity(
  db: Queryable,
  { issuer, subject }: ProviderIdentity,
): Promise<AccountRow | null> {
  const [linked] = await db
    .select({ id: accountIdentities.accountId })
    .from(accountIdentities)
    .where(and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject)))
  return linked ? findAccount(db, linked.id) : null
}

/**
 * Links an account to an identity permanently, which voids its invitation. Returns false if it already belongs to
 * another identity of this provider.
 */
export async function linkIdentity(ctx: Context, accountId: string, identity: ProviderIdentity): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [added] = await tx.db
      .insert(accountIdentities)
      .values({ ...identity, accountId, linkedAt: ctx.now.toISOString() })
      .onConflictDoNothing()
      .returning({ accountId: accountIdentities.accountId })
    if (!added) return (await findAccountByIdentity(tx.db, identity))?.id === accountId
    await tx.db.delete(accountInvitations).where(eq(accountInvitations.accountId, accountId))
    const changes = { provider_subject: { from: null, to: identity.subject } }
    await recordEvent(tx, accountActions.linked, accountId, changes)
    return true
  })
}

/** Unlinks the identities of an account, so that the next sign-in links it again. Returns false if it has none. */
export async function unlinkIdentities(ctx: Context, accountId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const removed = await tx.db
      .delete(accountIdentities)
      .where(eq(accountIdentities.accountId, accountId))
      .returning({ subject: accountIdentities.subject })
    const subjects = removed.map(({ subject }) => subject).toSorted()
    if (subjects.length === 0) return false
    const changes = { provider_subject: { from: subjects.join(', '), to: null } }
    await recordEvent(tx, accountActions.unlinked, accountId, changes)
    return true
  })
}
