import type { AccountOfRow, addAccounts as contract } from '#lib/contracts/app/account-rows.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { assertPasswordsOn, writeInvitations } from '#server/accounts/password-reset/invitations.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { checkRows } from './check-rows.ts'

/** Rows of one statement. */
const batchSize = 1_000

/**
 * Adds the accounts of many people in one transaction, and invites them if wished. Throws `conflict`, and writes nothing,
 * when a row is refused or its address got an account meanwhile.
 */
export async function addAccounts(
  ctx: Context,
  { rows, invite }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (invite) assertPasswordsOn()
  return inTransaction(ctx.db, async (tx) => {
    const within = { ...ctx, db: tx }
    const checked = await checkRows(tx, rows)
    const refused = checked.filter(({ outcome }) => outcome === 'refused')
    const [first] = refused
    if (first) {
      const why = first.faults.map(({ field, issue }) => `${field} ${issue}`).join('; ')
      const at = checked.indexOf(first) + 1
      throw new AppError('conflict', `Row ${at} is refused: ${why}. Nothing was written. Check the rows again.`)
    }
    const added = checked.flatMap(({ account }) => (account ? [{ ...account, id: newId('acc', ctx.now) }] : []))
    for (let from = 0; from < added.length; from += batchSize) {
      await insertAccounts(within, added.slice(from, from + batchSize))
    }
    const { links, expiresAt } = invite ? await writeInvitations(within, added) : { links: [], expiresAt: undefined }
    for (const { id, ...account } of added) {
      const shown = { ...account, ...(expiresAt === undefined ? {} : { invited_until: expiresAt }) }
      await recordEvent(within, 'create', 'account', id, differences({}, shown))
    }
    return { added: added.length, skipped: rows.length - added.length, links }
  })
}

async function insertAccounts(ctx: Context, rows: readonly (AccountOfRow & { id: string })[]): Promise<void> {
  const at = ctx.now.toISOString()
  const stored = await ctx.db
    .insert(accounts)
    .values(
      rows.map(({ user_name: userName, ...row }) => ({
        ...row,
        userName,
        origin: 'entry',
        createdAt: at,
        updatedAt: at,
      })),
    )
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id })
  if (stored.length < rows.length) {
    throw new AppError('conflict', 'Somebody else added one of these people meanwhile. Check the rows again.')
  }
}
