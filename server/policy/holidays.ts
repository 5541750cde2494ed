import { asc, eq } from 'drizzle-orm'
import { holidayActions } from '#lib/actions/policy-actions.ts'
import type { Holiday } from '#lib/contracts/app/policy-reviewers.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { holidays } from '#server/schema/policy.ts'

const columns = { day: holidays.day, name: holidays.name }

/** Lists the holidays in order. */
export async function listHolidays({ db }: Context): Promise<Page<Holiday>> {
  const rows = await db.select(columns).from(holidays).orderBy(asc(holidays.day))
  return { rows, total: rows.length }
}

/** Adds a holiday. Throws `conflict` when the day is already a holiday. */
export async function createHoliday(ctx: Context, holiday: Holiday): Promise<Holiday> {
  const added = await createHolidays(ctx, [holiday])
  if (added === 0) throw new AppError('conflict', `${holiday.day} is already a holiday.`)
  return holiday
}

/** Adds the holidays that are missing, and returns their number. */
export async function createHolidays(ctx: Context, proposed: readonly Holiday[]): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const byDay = [...new Map(proposed.map((holiday) => [holiday.day, holiday])).values()]
    const added = await tx.db
      .insert(holidays)
      .values(byDay.map((holiday) => ({ ...holiday, origin: 'entry' })))
      .onConflictDoNothing()
      .returning(columns)
    for (const holiday of added) {
      await recordEvent(tx, holidayActions.create, holiday.day, listDifferences({}, holiday))
    }
    return added.length
  })
}

/** Deletes a holiday. Throws `not_found`. */
export async function deleteHoliday(ctx: Context, day: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [removed] = await tx.db.delete(holidays).where(eq(holidays.day, day)).returning(columns)
    if (!removed) throw notFound('holiday on', day)
    await recordEvent(tx, holidayActions.delete, day, listRemovedFields(removed))
  })
}
