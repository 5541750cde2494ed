import { and, asc, eq, or } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Action } from '#lib/actions/action.ts'
import type { Account, AccountPatch, NewAccount, PasswordChange } from '#lib/contracts/app/accounts.ts'
import { pseudonymPattern } from '#lib/ledger/replayed-fields.ts'
import { type FieldChanges, listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { applyPatch } from '#server/platform/patched.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { type AccountRow, accountColumns, isEnabledAdmin, normalizeEmail } from './account-queries.ts'
import { assertHardToGuess } from './guessable-password.ts'
import { assertOwnPassword } from './own-sessions.ts'
import { hashPassword } from './password.ts'
import { forgetSessions } from './session-caller.ts'
import { deleteAccountSessions } from './sessions.ts'

/** Shown by the history in place of a password. */
const hiddenValue = '(hidden)'

/** Milliseconds until a password set by someone else expires. */
const temporaryPasswordMs = 7 * 24 * 60 * 60 * 1000

const noPassword = { passwordHash: null, passwordExpiresAt: null }

const computeExpiry = (ctx: Context) => new Date(ctx.now.getTime() + temporaryPasswordMs).toISOString()

/**
 * Adds an account. A password expires after a week unless the person changes it. Throws `invalid_parameter` when the
 * password is easy to guess, and `conflict` when the e-mail address belongs to another account, compared without case.
 */
export async function createAccount(ctx: Context, input: NewAccount): Promise<Account> {
  const { password, ...fields } = input
  if (password === undefined) return addAccount(ctx, fields, { ...noPassword, origin: 'entry' })
  await assertHardToGuess(password, fields, 'password')
  const passwordHash = await hashPassword(password)
  return addAccount(ctx, fields, { passwordHash, passwordExpiresAt: computeExpiry(ctx), origin: 'entry' })
}

/** Adds an account, without a hash for a person who signs in elsewhere. Throws `conflict` as above. */
export function addAccount(
  ctx: Context,
  fields: Omit<NewAccount, 'password'>,
  passwordToStore: Pick<AccountRow, 'passwordHash' | 'passwordExpiresAt'> & { origin: 'entry' | 'provider' },
): Promise<Account> {
  const email = normalizeEmail(fields.email)
  return inTransaction(ctx, async (tx) => {
    const at = ctx.now.toISOString()
    const [created] = await tx.db
      .insert(accounts)
      .values({
        ...fields,
        id: newId('acc', ctx.now),
        email,
        ...passwordToStore,
        createdAt: at,
        updatedAt: at,
      })
      .onConflictDoNothing({ target: accounts.email })
      .returning(accountColumns)
    if (!created) {
      const issue = 'already belongs to another account'
      throw new AppError('conflict', `email ${issue}.`, { details: [{ field: 'email', in: 'body', issue }] })
    }
    const changes = listDifferences({}, { email, name: created.name, role: created.role })
    await recordEvent(tx, accountActions.create, created.id, changes)
    return created
  })
}

/**
 * Updates name, role, password or whether the account is disabled. Disabling, a new role and a new password end its
 * sessions; the password expires after a week. Throws `not_found`, `invalid_parameter` when the password is easy to
 * guess, and `conflict` when no admin would be left or for a change that people cannot make to their own account.
 */
export async function updateAccount(ctx: Context, id: string, patch: AccountPatch): Promise<Account> {
  const { password, ...fields } = patch
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const account = await inTransaction(ctx, async (tx) => {
    const locked = await lockWithAdmins(tx.db, id)
    const before = locked.find((row) => row.account.id === id)
    if (!before) throw notFound('account', id)
    const after = applyPatch(before.account, fields)
    assertAllowed(tx, locked, before.account, after)
    const isNewPassword = password !== undefined
    if (isNewPassword) await assertHardToGuess(password, after, 'password')
    if (isNewPassword && ctx.actor.id === id) {
      throw new AppError('conflict', 'Change your own password under Settings, which asks for your current password.')
    }
    const changes = {
      ...listDifferences(before.account, after),
      ...(isNewPassword ? { password: { from: hiddenValue, to: hiddenValue } } : {}),
    }
    if (Object.keys(changes).length === 0) return before.account
    const endsSessions =
      isNewPassword || after.role !== before.account.role || (after.is_disabled && !before.account.is_disabled)
    const values = {
      name: after.name,
      role: after.role,
      isDisabled: after.is_disabled,
      ...(isNewPassword ? { passwordHash, passwordExpiresAt: computeExpiry(tx) } : {}),
    }
    const action = chooseAction(before.account, after, isNewPassword)
    return writeAccount(tx, before, values, { action, changes, endsSessions })
  })
  forgetSessions()
  return account
}

/**
 * Sets the password of the signed-in person and ends all their sessions. Throws `invalid_parameter` when the current
 * password is wrong or the new one is easy to guess, and `rate_limited` after too many wrong ones.
 */
export async function changeMyPassword(ctx: Context, input: PasswordChange): Promise<void> {
  const { id, email, name } = getActingAccount(ctx)
  await assertHardToGuess(input.new_password, { email, name }, 'new_password')
  await assertOwnPassword(ctx, input.current_password)
  const passwordHash = await hashPassword(input.new_password)
  await inTransaction(ctx, (tx) => writePassword(tx, id, passwordHash))
  forgetSessions()
}

function chooseAction(before: Account, after: Account, isNewPassword: boolean): Action {
  if (before.is_disabled !== after.is_disabled)
    return after.is_disabled ? accountActions.disabled : accountActions.enabled
  return isNewPassword ? accountActions.password_set : accountActions.update
}

type PasswordWrite = {
  readonly action?: Action
  /** Recorded beside the password. */
  readonly changes?: FieldChanges
  /** Throws if the locked account may not get the password. */
  readonly check?: (account: AccountRow) => void
}

/** Stores a password that its owner chose, in a transaction, and ends every session. Throws `not_found`. */
export async function writePassword(
  ctx: Context,
  id: string,
  passwordHash: string,
  { action = accountActions.password_changed, changes = {}, check }: PasswordWrite = {},
): Promise<void> {
  const [locked] = await ctx.db
    .select({ ...lockedColumns, row: accounts })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('update')
  if (!locked) throw notFound('account', id)
  const { row, ...before } = locked
  check?.(row)
  const recorded = { password: { from: hiddenValue, to: hiddenValue }, ...changes }
  const entry = { action, changes: recorded, endsSessions: true }
  await writeAccount(ctx, before, { passwordHash, passwordExpiresAt: null }, entry)
}

/** Ends every session of an account. Throws `not_found`. */
export async function endAccountSessions(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select(lockedColumns).from(accounts).where(eq(accounts.id, id)).for('update')
    if (!before) throw notFound('account', id)
    await writeAccount(tx, before, {}, { action: accountActions.sessions_ended, changes: {}, endsSessions: true })
  })
  forgetSessions()
}

const lockedColumns = { account: accountColumns, sessionVersion: accounts.sessionVersion, version: accounts.version }
type LockedAccount = { account: Account; sessionVersion: number; version: number }

/** Locks in the order of ids: of two admins who disable each other, the second sees that the first is no admin. */
function lockWithAdmins(tx: Transaction, id: string): Promise<LockedAccount[]> {
  return tx
    .select(lockedColumns)
    .from(accounts)
    .where(or(eq(accounts.id, id), and(eq(accounts.role, 'admin'), eq(accounts.isDisabled, false))))
    .orderBy(asc(accounts.id))
    .for('update')
}

function assertAllowed(ctx: Context, locked: readonly LockedAccount[], before: Account, after: Account): void {
  if (!after.is_disabled && new RegExp(pseudonymPattern).test(before.email)) {
    throw new AppError('conflict', 'The personal data of this account was erased, so it stays disabled.')
  }
  if (after.is_disabled && !before.is_disabled && ctx.actor.id === before.id) {
    throw new AppError('conflict', 'You cannot disable your own account; ask another admin.')
  }
  const hasOtherAdmin = locked.some(({ account }) => account.id !== before.id && isEnabledAdmin(account))
  if (isEnabledAdmin(before) && !isEnabledAdmin(after) && !hasOtherAdmin) {
    throw new AppError('conflict', 'This is the last admin. Make someone else admin first.')
  }
}

type AccountWrite = { readonly action: Action; readonly changes: FieldChanges; readonly endsSessions: boolean }

async function writeAccount(
  ctx: Context,
  before: LockedAccount,
  values: Partial<typeof accounts.$inferInsert>,
  { action, changes, endsSessions }: AccountWrite,
): Promise<Account> {
  const sessionVersion = before.sessionVersion + (endsSessions ? 1 : 0)
  if (endsSessions) await deleteAccountSessions(ctx.db, before.account.id)
  const [after] = await ctx.db
    .update(accounts)
    .set({ ...values, sessionVersion, version: before.version + 1, updatedAt: ctx.now.toISOString() })
    .where(eq(accounts.id, before.account.id))
    .returning(accountColumns)
  if (!after) throw new Error('The account was not stored.')
  const sessions = listDifferences({ session_version: before.sessionVersion }, { session_version: sessionVersion })
  await recordEvent(ctx, action, after.id, { ...changes, ...sessions })
  return after
}

/** Sets the time zone of the signed-in person; null means the time zone of the organisation. */
export async function setOwnTimeZone(ctx: Context, zone: string | null): Promise<void> {
  const { id } = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const [before] = await tx.db.select().from(accounts).where(eq(accounts.id, id)).for('update')
    if (!before || before.timeZone === zone) return
    await tx.db.update(accounts).set({ timeZone: zone, updatedAt: ctx.now.toISOString() }).where(eq(accounts.id, id))
    const changes = { time_zone: { from: before.timeZone, to: zone } }
    await recordEvent(tx, accountActions.update, id, changes)
  })
  forgetSessions()
}
