import { and, between, eq, inArray } from 'drizzle-orm'
import type { TimedType } from '#lib/actions/event-types.ts'
import { dayAfter } from '#lib/domain/improvements/improvement-due.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { actionNoticeDays, maxReminderAgeDays, reviewNoticeDays } from '#lib/domain/review/reminders.ts'
import { dayIn } from '#lib/time/local-day.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getBusinessDay } from '#server/policy/business-day.ts'
import { hasUnfinishedStatus, improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { webhooks } from '#server/schema/webhooks.ts'
import { lockWebhook, queueEvents } from './queue-deliveries.ts'

type Due = { readonly key: string; readonly dueOn: string | null }

/**
 * The job: queues the events that only time brings, once for a record and its due date. A webhook gets none about days
 * before it was added.
 */
export async function queueDueEvents(ctx: Context): Promise<void> {
  const on = await ctx.db.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.state, 'on'))
  if (on.length === 0) return
  const { today, holidays } = await getBusinessDay(ctx)
  const [dueReviews, dueActions] = await Promise.all([
    listReviews(ctx, today, addBusinessDays(today, reviewNoticeDays, holidays)),
    listActions(ctx, today),
  ])
  const at = ctx.now.toISOString()
  const eventsOf = (entity: 'review' | 'improvement', rows: readonly Due[]) =>
    rows.flatMap(({ key, dueOn }) => {
      if (dueOn === null) return []
      const type: TimedType = `${entity}.${dueOn < today ? 'overdue' : 'due_soon'}`
      return [{ source: `${type} ${key} ${dueOn}`, type, at, entity, key, dueOn }]
    })
  const events = [...eventsOf('review', dueReviews), ...eventsOf('improvement', dueActions)]
  for (const { id } of on) {
    await inTransaction(ctx.db, async (tx) => {
      const webhook = await lockWebhook(tx, id)
      if (webhook.state !== 'on') return
      const since = dayIn(webhook.createdAt, ctx.zone ?? 'UTC')
      await queueEvents(
        { ...ctx, db: tx },
        webhook,
        events.filter(({ dueOn }) => dueOn >= since),
      )
    })
  }
}

const listReviews = ({ db }: Context, today: string, until: string): Promise<Due[]> =>
  db
    .select({ key: reviews.reference, dueOn: reviews.dueOn })
    .from(reviews)
    .where(
      and(
        inArray(reviews.status, ['not_started', 'in_progress']),
        between(reviews.dueOn, dayAfter(today, -maxReminderAgeDays), until),
      ),
    )
    .orderBy(reviews.dueOn, reviews.reference)

const listActions = ({ db }: Context, today: string): Promise<Due[]> =>
  db
    .select({ key: improvements.id, dueOn: improvements.targetDate })
    .from(improvements)
    .where(
      and(
        hasUnfinishedStatus(improvements.status),
        between(improvements.targetDate, dayAfter(today, -maxReminderAgeDays), dayAfter(today, actionNoticeDays)),
      ),
    )
    .orderBy(improvements.targetDate, improvements.id)
