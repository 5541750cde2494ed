import { and, asc, eq, isNull, not } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import { type inviteImported as contract, maxInvited } from '#lib/contracts/app/leavers.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { getImportRow } from '#server/import/jobs/queries.ts'
import { listDifferences, recordEvents } from '#server/platform/audit/record-event.ts'
import { isLinked } from '#server/platform/auth/account-queries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accountInvitations, accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { assertPasswordsOn, writeInvitations } from './invitations.ts'

/**
 * Invites the people whose accounts an import added, and who have neither a password nor an invitation. Throws
 * `not_found`, and `conflict` for an import of other records or where nobody needs an invitation.
 */
export async function inviteImported(ctx: Context, id: string): Promise<ResponseOf<typeof contract>> {
  assertPasswordsOn()
  return inTransaction(ctx, async (tx) => {
    const { kind } = await getImportRow(tx, id)
    if (kind !== 'accounts') throw new AppError('conflict', `This is an import of ${kind}, which adds no accounts.`)
    const isAdded = [eq(auditEvents.requestId, id), eq(auditEvents.entityType, 'account')]
    const added = await tx.db
      .select({ id: accounts.id, email: accounts.email })
      .from(accounts)
      .innerJoin(auditEvents, and(...isAdded, eq(auditEvents.entityId, accounts.id), eq(auditEvents.action, 'create')))
      .leftJoin(accountInvitations, eq(accountInvitations.accountId, accounts.id))
      .where(
        and(
          isNull(accounts.passwordHash),
          isNull(accountInvitations.accountId),
          eq(accounts.isDisabled, false),
          not(isLinked),
        ),
      )
      .orderBy(asc(accounts.email))
      .for('update', { of: accounts })
    const invited = added.slice(0, maxInvited)
    const { expiresAt, links } = await writeInvitations(tx, invited)
    const changes = listDifferences({ invited_until: null }, { invited_until: expiresAt })
    await recordEvents(
      tx,
      accountActions.invited,
      invited.map((account) => ({ entityId: account.id, changes })),
    )
    return { invited: invited.length, waiting: added.length - invited.length, links }
  })
}
