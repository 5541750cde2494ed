import { and, eq, inArray } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Absence, NewAbsence } from '#lib/contracts/app/own-data.ts'
import { reviewingRoles } from '#lib/contracts/endpoint.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import { isPresent } from '#server/platform/auth/leavers.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type Context, getActingAccount, getToday } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { absences, accounts } from '#server/schema/access.ts'

/** Finds the current or coming absence of the actor, in days of their own time zone. */
export async function findOwnAbsence(ctx: Context): Promise<Absence | null> {
  const absence = await findAbsence(ctx.db, getActingAccount(ctx).id)
  return absence && absence.ends_on >= getActorDay(ctx) ? absence : null
}

const getActorDay = (ctx: Context) => getToday({ zone: getActingAccount(ctx).zone, now: ctx.now })

/** Throws `invalid_parameter` for a delegate who cannot review, and for an absence that is past. */
export async function setAbsence(ctx: Context, input: NewAbsence): Promise<Absence> {
  const me = getActingAccount(ctx)
  if (input.ends_on < getActorDay(ctx)) throw invalidField('ends_on', 'body', 'must not be past')
  const delegate = await findDelegate(ctx.db, input.delegate)
  if (!delegate) throw invalidField('delegate', 'body', 'must be the account of a reviewer, manager or admin')
  if (delegate.id === me.id) throw invalidField('delegate', 'body', 'must be somebody else')
  return inTransaction(ctx, async (tx) => {
    const before = await findAbsence(tx.db, me.id)
    const values = {
      startsOn: input.starts_on,
      endsOn: input.ends_on,
      delegateId: delegate.id,
      updatedAt: ctx.now.toISOString(),
    }
    await tx.db
      .insert(absences)
      .values({ accountId: me.id, ...values })
      .onConflictDoUpdate({ target: absences.accountId, set: values })
    const after = { ...input, delegate: delegate.email }
    const changes = listDifferences(auditFields(before), auditFields(after))
    if (Object.keys(changes).length > 0) {
      await recordEvent(tx, accountActions.absence_set, me.id, changes)
      await notifyAll(tx, accountActions.absence_set.notifies({ ...after, name: me.name }))
    }
    return { ...after, delegate_name: delegate.name }
  })
}

export async function deleteAbsence(ctx: Context): Promise<void> {
  const me = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const before = await findAbsence(tx.db, me.id)
    if (!before) return
    await tx.db.delete(absences).where(eq(absences.accountId, me.id))
    await recordEvent(
      tx,
      accountActions.absence_removed,
      me.id,
      listDifferences(auditFields(before), auditFields(null)),
    )
  })
}

const auditFields = (absence: NewAbsence | null) => ({
  away_from: absence?.starts_on ?? null,
  away_until: absence?.ends_on ?? null,
  delegate: absence?.delegate ?? null,
})

async function findAbsence(db: Queryable, accountId: string): Promise<Absence | null> {
  const [row] = await db
    .select({
      starts_on: absences.startsOn,
      ends_on: absences.endsOn,
      delegate: accounts.email,
      delegate_name: accounts.name,
    })
    .from(absences)
    .innerJoin(accounts, eq(accounts.id, absences.delegateId))
    .where(eq(absences.accountId, accountId))
  return row ?? null
}

async function findDelegate(db: Queryable, email: string) {
  const [account] = await db
    .select({ id: accounts.id, email: accounts.email, name: accounts.name })
    .from(accounts)
    .where(and(eq(accounts.email, normalizeEmail(email)), inArray(accounts.role, reviewingRoles), isPresent(accounts)))
  return account
}
