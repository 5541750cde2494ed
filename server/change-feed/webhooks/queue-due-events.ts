import { and, between, eq, inArray } from 'drizzle-orm'
import { coversType, type TimedType } from '#lib/actions/event-types.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { actionNoticeDays, maxReminderAgeDays, reviewNoticeDays } from '#lib/review/reminders.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { webhooks } from '#server/schema/webhooks.ts'
import { lockWithRoom, queueEvents } from './queue-deliveries.ts'
import { storeUnqueued } from './store-outcome.ts'

/** Events that are queued in one transaction. */
const chunkSize = 200

/**
 * Job that queues the events `due_soon` and `overdue`, once for a record and its due date. A webhook gets none for due
 * dates before it was added.
 */
export async function queueDueEvents(ctx: Context): Promise<void> {
  const { db } = ctx
  const enabled = await db.select().from(webhooks).where(eq(webhooks.state, 'on'))
  if (enabled.length === 0) return
  const { today, holidays } = await getBusinessDay(ctx)
  const oldest = addDaysTo(today, -maxReminderAgeDays)
  const { reference, status, dueOn } = reviews
  const isOwed = inArray(status, ['not_started', 'in_progress'])
  const isNear = between(dueOn, oldest, addBusinessDays(today, reviewNoticeDays, holidays))
  const dueReviews = await db
    .select({ key: reference, dueOn })
    .from(reviews)
    .where(and(isOwed, isNear))
    .orderBy(dueOn, reference)
  const { id: action, targetDate } = improvements
  const isActionNear = between(targetDate, oldest, addDaysTo(today, actionNoticeDays))
  const dueActions = await db
    .select({ key: action, dueOn: targetDate })
    .from(improvements)
    .where(and(hasUnfinishedStatus(improvements.status), isActionNear))
    .orderBy(targetDate, action)
  const at = ctx.now.toISOString()
  const toEvents = (entity: 'review' | 'improvement', rows: readonly { key: string; dueOn: string | null }[]) =>
    rows.flatMap(({ key, dueOn }) => {
      if (dueOn === null) return []
      const type: TimedType = `${entity}.${dueOn < today ? 'overdue' : 'due_soon'}`
      return [{ source: `${type} ${key} ${dueOn}`, type, at, entity, key, dueOn }]
    })
  const events = [...toEvents('review', dueReviews), ...toEvents('improvement', dueActions)]
  for (const { id, types, createdAt } of enabled) {
    const since = getDayInZone(createdAt, ctx.zone ?? 'UTC')
    const coveredEvents = events.filter(({ type, dueOn }) => dueOn >= since && coversType(types, type))
    await queueInChunks(ctx, id, coveredEvents).catch((error) => storeUnqueued(ctx, id, error))
  }
}

/** Queues events as long as the webhook has room; the next run queues the rest. */
async function queueInChunks(ctx: Context, id: string, events: Parameters<typeof queueEvents>[2]): Promise<void> {
  let hasRoom = true
  for (let from = 0; from < events.length && hasRoom; from += chunkSize) {
    hasRoom = await inTransaction(ctx, async (tx) => {
      const webhook = await lockWithRoom(tx.db, id, ctx.now)
      if (webhook) await queueEvents(tx, webhook, events.slice(from, from + chunkSize))
      return webhook !== undefined
    })
  }
}
