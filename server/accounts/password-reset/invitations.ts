import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, not } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import { type inviteImported as contract, type Invitation, maxInvited } from '#lib/contracts/app/leavers.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getImportRow } from '#server/import/jobs/queries.ts'
import { listDifferences, recordEvent, recordEvents } from '#server/platform/audit/record-event.ts'
import { type AccountRow, isLinked } from '#server/platform/auth/account-queries.ts'
import { hashToken } from '#server/platform/auth/token-queries.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { findMailSettings } from '#server/platform/settings/current-settings.ts'
import { accountInvitations, accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'

const invitationMs = 7 * 24 * 60 * 60_000
const prefix = 'invite_'

type InvitedAccount = Pick<AccountRow, 'id' | 'email'>

/** True if a token belongs to an invitation. */
export const isInvitation = (token: string): boolean => token.startsWith(prefix)

/** Invites a person without a password; earlier links are void. Throws `not_found`, or `conflict` if none is needed. */
export async function inviteAccount(ctx: Context, id: string): Promise<Invitation> {
  return inTransaction(ctx, async (tx) => {
    const [account] = await tx.db.select().from(accounts).where(eq(accounts.id, id)).for('update')
    if (!account) throw notFound('account', id)
    if (account.isDisabled) throw new AppError('conflict', 'The account is disabled. Enable it first.')
    if (account.passwordHash !== null) throw new AppError('conflict', 'The account has a password already.')
    assertPasswordsOn()
    if ((await tx.db.$count(accounts, and(eq(accounts.id, id), isLinked))) > 0) {
      throw new AppError('conflict', 'The person signs in with the sign-in provider, so they need no invitation.')
    }
    const [before] = await tx.db.select().from(accountInvitations).where(eq(accountInvitations.accountId, id))
    const { expiresAt, links } = await writeInvitations(tx, [account])
    const changes = listDifferences({ invited_until: before?.expiresAt }, { invited_until: expiresAt })
    await recordEvent(tx, before ? accountActions.invited_again : accountActions.invited, id, changes)
    return { expires_at: expiresAt, link: links[0]?.link ?? null }
  })
}

function assertPasswordsOn(): void {
  if (getRuntime().env.arePasswordsOn) return
  throw new AppError('conflict', 'People sign in with the sign-in provider here, so they need no invitation.')
}

/** Stores invitations in a transaction and mails them; without mail, returns their links instead. */
async function writeInvitations(ctx: Context, invited: readonly InvitedAccount[]) {
  const at = ctx.now.toISOString()
  const expiresAt = new Date(ctx.now.getTime() + invitationMs).toISOString()
  const links: { email: string; link: string }[] = []
  for (const { id, email } of invited) {
    const secret = `${prefix}${randomBytes(32).toString('base64url')}`
    const values = { secretHash: hashToken(secret), invitedBy: ctx.actor.name, invitedAt: at, expiresAt }
    await ctx.db
      .insert(accountInvitations)
      .values({ accountId: id, ...values })
      .onConflictDoUpdate({ target: accountInvitations.accountId, set: values })
    links.push({ email, link: `${pagePaths.resetPassword}#${secret}` })
  }
  if (!findMailSettings()) return { expiresAt, links }
  await queueMail(ctx, links.map(toInvitationMail(ctx.actor.name)))
  return { expiresAt, links: [] }
}

const toInvitationMail =
  (inviter: string) =>
  ({ email, link }: { email: string; link: string }) => ({
    recipient: email,
    topic: 'account' as const,
    subject: 'Your account for Hindsight',
    content: {
      lead: `${inviter} added you to Hindsight, where your organisation reviews its changes. Choose a password to sign in. The link works once, for 7 days.`,
      action: { label: 'Choose a password', path: link },
    },
  })

/** Revokes an invitation. Throws `not_found`. */
export async function revokeInvitation(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [revoked] = await tx.db.delete(accountInvitations).where(eq(accountInvitations.accountId, id)).returning()
    if (!revoked) throw notFound('invitation of the account', id)
    const changes = listDifferences({ invited_until: revoked.expiresAt }, { invited_until: null })
    await recordEvent(tx, accountActions.invitation_revoked, id, changes)
  })
}

/** The account of a valid invitation; null for one that expired, was used or was revoked. */
export async function findInvited({ db, now }: Context, token: string): Promise<AccountRow | null> {
  const [row] = await db
    .select({ account: accounts, expiresAt: accountInvitations.expiresAt })
    .from(accountInvitations)
    .innerJoin(accounts, eq(accounts.id, accountInvitations.accountId))
    .where(and(eq(accountInvitations.secretHash, hashToken(token)), not(isLinked)))
  return row && row.expiresAt > now.toISOString() && mayAccept(row.account) ? row.account : null
}

/** True if an account may get its first password by an invitation. */
export const mayAccept = ({ isDisabled, passwordHash }: AccountRow): boolean =>
  !isDisabled && passwordHash === null && getRuntime().env.arePasswordsOn

/** Uses up an invitation; false when another call did so first. */
export async function takeInvitation(tx: Queryable, id: string, token: string): Promise<boolean> {
  const isThis = and(eq(accountInvitations.accountId, id), eq(accountInvitations.secretHash, hashToken(token)))
  return (await tx.delete(accountInvitations).where(isThis).returning()).length > 0
}

/** Invites the people of an import who cannot sign in yet. Throws `not_found`, or `conflict` if nobody is to invite. */
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
