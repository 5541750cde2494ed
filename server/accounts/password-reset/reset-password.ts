import { accountActions } from '#lib/actions/access-actions.ts'
import type { PasswordReset } from '#lib/contracts/app/sign-in.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { writePassword } from '#server/platform/auth/account-commands.ts'
import {
  type AccountRow,
  findAccount,
  findAccountByEmail,
  normalizeEmail,
} from '#server/platform/auth/account-queries.ts'
import { assertHardToGuess } from '#server/platform/auth/guessable-password.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import { forgetSessions } from '#server/platform/auth/session-caller.ts'
import { AppError } from '#server/platform/errors.ts'
import { mayRequestReset } from '#server/platform/limits/sign-in-limit.ts'
import { log } from '#server/platform/log/log.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getRuntime, listReadableSecrets } from '#server/platform/runtime/runtime.ts'
import { findMailSettings } from '#server/platform/settings/current-settings.ts'
import { isSignedToken, readTokenText, signToken } from '#server/platform/signed-token.ts'
import { findInvited, isInvitation, mayAccept, takeInvitation } from './invitations.ts'

/** Milliseconds for which a link resets a password. */
export const resetLinkMs = 30 * 60_000

/** The signature covers password and sessions of the account: a new password or sign-out everywhere voids the link. */
const bind = ({ passwordHash, sessionVersion }: AccountRow) => ({
  purpose: 'reset-password',
  state: ` ${sessionVersion} ${passwordHash ?? ''}`,
})

/** Creates the token of a link that sets a new password, once and for half an hour. The token is not stored. */
const createResetToken = (account: AccountRow, now: Date, secret: string): string =>
  signToken(`${now.getTime() + resetLinkMs} ${account.id}`, bind(account), secret)

/** Reads the expiry and the account of a token without checking the signature; null if it is malformed. */
function readResetToken(token: string) {
  const [, expiresAt, accountId] = /^(\d{1,15}) (\S+)$/.exec(readTokenText(token)) ?? []
  return accountId === undefined ? null : { accountId, expiresAt: Number(expiresAt) }
}

/** Does not wait, so that neither the response nor its time reveals whether the account exists. */
export function requestPasswordReset(ctx: Context, email: string): void {
  mailResetLink(ctx, email).catch((error: unknown) => log.error({ err: error }, 'link for a new password not mailed'))
}

/** Mails a link that sets a new password, if the e-mail belongs to an account that may have one. */
export async function mailResetLink(ctx: Context, email: string): Promise<void> {
  const { secret } = getRuntime()
  const normalized = normalizeEmail(email)
  if (!findMailSettings() || !(await mayRequestReset(normalized))) return
  const account = await findAccountByEmail(ctx.db, normalized)
  if (!mayReset(account)) return
  await queueMail(ctx, [
    {
      recipient: account.email,
      topic: 'account',
      subject: 'Set a new password for Hindsight',
      content: {
        lead: 'Somebody, probably you, asked for a new password. The link works once, for 30 minutes. If it was not you, ignore this mail: your password stays as it is.',
        action: {
          label: 'Set a new password',
          path: `${pagePaths.resetPassword}#${createResetToken(account, ctx.now, secret)}`,
        },
      },
    },
  ])
  log.info({ event: 'password_reset_mailed', actor: account.id })
}

/** Throws `conflict` for a link that is invalid, expired or used, and `invalid_parameter` for a guessable password. */
export async function resetPassword(ctx: Context, input: PasswordReset): Promise<void> {
  await (isInvitation(input.token) ? acceptInvitation(ctx, input) : setNewPassword(ctx, input))
  forgetSessions()
}

async function acceptInvitation(ctx: Context, { token, new_password: password }: PasswordReset): Promise<void> {
  const voidLink = () =>
    new AppError('conflict', 'This invitation has expired, was used or was revoked. Ask for another.')
  const account = await findInvited(ctx, token)
  if (!account) throw voidLink()
  await assertHardToGuess(password, account, 'new_password')
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx, async (tx) => {
    const accountCtx = { ...tx, actor: { kind: 'anonymous', id: account.id, name: account.name } } as const
    if (!(await takeInvitation(tx.db, account.id, token))) throw voidLink()
    await writePassword(accountCtx, account.id, passwordHash, {
      action: accountActions.invitation_accepted,
      changes: { reset_through: { from: null, to: 'invitation' } },
      check: (locked) => {
        if (!mayAccept(locked)) throw voidLink()
      },
    })
  })
  log.info({ event: 'invitation_accepted', actor: account.id })
}

async function setNewPassword(ctx: Context, { token, new_password: password }: PasswordReset): Promise<void> {
  const account = await findByToken(ctx, token)
  await assertHardToGuess(password, account, 'new_password')
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx, async (tx) => {
    const accountCtx = { ...tx, actor: { kind: 'anonymous', id: account.id, name: account.name } } as const
    await writePassword(accountCtx, account.id, passwordHash, {
      action: accountActions.password_reset,
      changes: { reset_through: { from: null, to: 'mail' } },
      check: (locked) => assertValid(tx, token, locked),
    })
    await queueMail(accountCtx, [
      {
        recipient: account.email,
        topic: 'account',
        subject: 'Your password for Hindsight was changed',
        content: {
          lead: 'A new password was set by a mailed link, and all your sessions ended. If it was not you, tell an administrator of Hindsight now.',
        },
      },
    ])
  })
  log.info({ event: 'password_reset', actor: account.id })
}

async function findByToken(ctx: Context, token: string): Promise<AccountRow> {
  const read = readResetToken(token)
  const account = read && (await findAccount(ctx.db, read.accountId))
  assertValid(ctx, token, account)
  return account
}

function assertValid(ctx: Context, token: string, account: AccountRow | null): asserts account is AccountRow {
  const read = readResetToken(token)
  const isCurrent = read !== null && read.accountId === account?.id && read.expiresAt > ctx.now.getTime()
  if (isCurrent && mayReset(account) && isSignedToken(token, bind(account), listReadableSecrets())) return
  throw new AppError('conflict', 'This link has expired or was used. Request a new one.')
}

/** True if an account may reset its password. Demo accounts may not, because all visitors share their password. */
function mayReset(account: AccountRow | null): account is AccountRow {
  const isEligible =
    account !== null && !account.isDisabled && account.passwordHash !== null && account.origin !== 'demo'
  return isEligible && getRuntime().env.arePasswordsOn
}
