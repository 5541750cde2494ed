import { improvementActions, moveTo } from '#lib/actions/improvement-actions.ts'
import { decisionActions } from '#lib/actions/policy-actions.ts'
import { articleActions } from '#lib/actions/record-actions.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { differences } from '#server/platform/audit/record-event.ts'
import type { articles } from '#server/schema/articles.ts'
import type { improvements } from '#server/schema/improvements.ts'
import type { policyDecisions } from '#server/schema/policy.ts'
import { atTime, toIso, workdayOnOrBefore } from '../calendar.ts'
import { type DemoEvent, eventsOf, policyWriter, writerOf } from './demo-event.ts'

/** A demo lesson as its reviewer published it. */
export function articleEvents(row: typeof articles.$inferSelect, reviewer: string | null): DemoEvent[] {
  const { content, category, subcategory, polarity, tags, technologies, created, author } = row
  const source = { source_change: row.sourceChange, article_type: row.articleType, source_pir: row.sourcePir }
  const metadata = { ...source, category, subcategory, polarity, tags, technologies, created, author }
  const changes = differences({}, { content, metadata })
  return [eventsOf(row.id)(row.createdAt, writerOf(reviewer), articleActions.create, changes)]
}

/** What the policy decided about a demo change. */
export function policyEvents(row: typeof policyDecisions.$inferSelect): DemoEvent[] {
  const { isOwed: is_owed, isSampled: is_sampled, dueOn: due_on, assignee, assignedThrough: assigned_through } = row
  const reasons = row.reasons.map(({ rule, text }) => `${rule}: ${text}`)
  const decided = differences({}, { is_owed, is_sampled, reasons, due_on, assignee, assigned_through })
  return [eventsOf(row.changeNumber)(row.decidedAt, policyWriter, decisionActions.create, decided)]
}

type Status = Improvement['status']

/** The statuses that an action passes after `open`. */
const statusesTo: Readonly<Record<Status, readonly Status[]>> = {
  open: [],
  in_progress: ['in_progress'],
  done: ['in_progress', 'done'],
  verified: ['in_progress', 'done', 'verified'],
  cancelled: ['cancelled'],
}

/** A demo action as its reviewer registered it and its owner moved it on, until somebody verified it. */
export function improvementEvents(row: typeof improvements.$inferSelect, reviewer: string | null): DemoEvent[] {
  const event = eventsOf(row.id)
  const { title, description, owner, category, priority, createdAt, updatedAt } = row
  const source = { source_type: row.sourceType, source_ref: row.sourceRef }
  const fields = { title, description, ...source, owner, target_date: row.targetDate, category, priority }
  const passed = statusesTo[row.status]
  return [
    event(createdAt, writerOf(reviewer), improvementActions.create, differences({}, { ...fields, status: 'open' })),
    ...passed.map((status, index) => {
      const by = status === 'verified' ? row.verifiedBy : status === 'cancelled' ? reviewer : owner
      const at = index === passed.length - 1 ? updatedAt : workdayBetween(row, (index + 1) / passed.length)
      const former = passed[index - 1] ?? 'open'
      return event(at, writerOf(by), moveTo(former, status), differences({ status: former }, { status }))
    }),
  ]
}

/** A working day between the registration and the last write. */
function workdayBetween({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }, part: number): string {
  const first = Date.parse(createdAt)
  const last = Date.parse(updatedAt)
  const day = workdayOnOrBefore(first + (last - first) * part)
  return toIso(Math.min(last, Math.max(first, atTime(day, '11:25'))))
}
