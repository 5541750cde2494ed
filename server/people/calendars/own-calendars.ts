import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { accountActions } from '#lib/actions/access-actions.ts'
import type { Calendar } from '#lib/contracts/app/own-data.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { hashToken } from '#server/platform/auth/token-queries.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, getActingAccount } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { accounts, calendars } from '#server/schema/access.ts'

const maxCalendars = 50

const columns = recordColumns(calendars, ['id', 'service', 'created_at', 'last_read_at'])

/** Lists the calendars of the signed-in person. The calendar of their own work comes first. */
export async function listCalendars(ctx: Context): Promise<Calendar[]> {
  return ctx.db
    .select(columns)
    .from(calendars)
    .where(eq(calendars.accountId, getActingAccount(ctx).id))
    .orderBy(sql`${calendars.service} nulls first`, asc(calendars.id))
}

/** Describes the content of a calendar for the history. */
const describeContent = (service: string | null) => service ?? 'reviews and actions'

/**
 * Creates a calendar of the signed-in person. If one of the same service exists, it gets a new URL and its former one
 * stops working. The path is only returned here, since the database stores a hash of its secret. Throws `conflict` at
 * the limit.
 */
export async function createCalendar(ctx: Context, service: string | null) {
  const { id: accountId } = getActingAccount(ctx)
  const secret = randomBytes(32).toString('base64url')
  const fresh = { secretHash: hashToken(secret), createdAt: ctx.now.toISOString(), lastReadAt: null }
  const calendar = await inTransaction(ctx, async (tx) => {
    // Locked so that concurrent requests of one person respect the limit.
    await tx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
    const isSame = service === null ? isNull(calendars.service) : eq(calendars.service, service)
    const [replaced] = await tx.db
      .update(calendars)
      .set(fresh)
      .where(and(eq(calendars.accountId, accountId), isSame))
      .returning(columns)
    const action = replaced ? accountActions.calendar_replaced : accountActions.calendar_created
    await recordEvent(tx, action, accountId, listDifferences({}, { calendar: describeContent(service) }))
    if (replaced) return replaced
    if ((await tx.db.$count(calendars, eq(calendars.accountId, accountId))) >= maxCalendars) {
      throw new AppError('conflict', `You have reached the limit of ${maxCalendars} calendars: revoke one first.`)
    }
    const row = { id: newId('cal', ctx.now), accountId, service, ...fresh }
    const [created] = await tx.db.insert(calendars).values(row).returning(columns)
    if (!created) throw new Error('The calendar was not stored.')
    return created
  })
  return { calendar, path: `/api/calendars/v1/${secret}/calendar.ics` }
}

/** Revokes a calendar of the signed-in person. Throws `not_found`. */
export async function revokeCalendar(ctx: Context, id: string): Promise<void> {
  const { id: accountId } = getActingAccount(ctx)
  await inTransaction(ctx, async (tx) => {
    const [revoked] = await tx.db
      .delete(calendars)
      .where(and(eq(calendars.id, id), eq(calendars.accountId, accountId)))
      .returning(columns)
    if (!revoked) throw notFound('calendar', id)
    const changes = { calendar: { from: describeContent(revoked.service), to: null } }
    await recordEvent(tx, accountActions.calendar_revoked, accountId, changes)
  })
}
