import { and, asc, between, eq, isNull, or } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { buildDueActionNotice } from '#lib/actions/reminder-notices.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { actionNoticeDays, listActionReminders, maxReminderAgeDays } from '#lib/domain/review/reminders.ts'
import { notifyAll } from '#server/notifications/notify.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { listManagers } from './list-managers.ts'

/**
 * Job that reminds owners of actions that are due, overdue or to be rechecked, and that marks actions that stay undone
 * as escalated and notifies managers. Does nothing on days that are no business days.
 */
export async function remindOfActions(ctx: Context): Promise<void> {
  const { today, isBusinessDay } = await getBusinessDay(ctx)
  if (!isBusinessDay) return
  const rows = await listDueActions(ctx, today)
  const managers = await listManagers(ctx.db)
  const names = await findPeopleNames(
    ctx.db,
    rows.map(({ owner }) => owner),
  )
  for (const row of rows) {
    const reminders = listActionReminders(row, today)
    await inTransaction(ctx, async (tx) => {
      for (const { kind, to, onceKey } of reminders) {
        const recipients = to.flatMap((who) =>
          who === 'managers' ? managers : ((who === 'owner' ? row.owner : row.verifier) ?? []),
        )
        await notifyAll(tx, [
          buildDueActionNotice({ kind, onceKey, recipients }, row, names.of(row.owner) ?? row.owner),
        ])
        if (kind === 'action_escalated') await markEscalated(tx, row.id)
      }
    })
  }
}

function listDueActions({ db }: Context, today: string) {
  const oldest = addDaysTo(today, -maxReminderAgeDays)
  return db
    .select({
      id: improvements.id,
      title: improvements.title,
      owner: improvements.owner,
      verifier: improvements.verifiedBy,
      status: improvements.status,
      target_date: improvements.targetDate,
      recheck_on: improvements.recheckOn,
      source_ref: improvements.sourceRef,
    })
    .from(improvements)
    .where(
      or(
        and(
          hasUnfinishedStatus(improvements.status),
          between(improvements.targetDate, oldest, addDaysTo(today, actionNoticeDays)),
        ),
        and(eq(improvements.status, 'verified'), between(improvements.recheckOn, oldest, today)),
      ),
    )
    .orderBy(asc(improvements.id))
}

async function markEscalated(ctx: Context, id: string): Promise<void> {
  const at = ctx.now.toISOString()
  const marked = await ctx.db
    .update(improvements)
    .set({ escalatedAt: at })
    .where(and(eq(improvements.id, id), isNull(improvements.escalatedAt)))
    .returning({ id: improvements.id })
  if (marked.length > 0)
    await recordEvent(ctx, improvementActions.escalated, id, { escalated_at: { from: null, to: at } })
}
