import { improvementActions, moveTo } from '#lib/actions/improvement-actions.ts'
import { decisionActions } from '#lib/actions/policy-actions.ts'
import { articleActions } from '#lib/actions/record-actions.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { getWorkdayOnOrBefore, setTime, toIso } from '#server/demo/calendar.ts'
import { listDifferences } from '#server/platform/audit/record-event.ts'
import type { articles } from '#server/schema/articles.ts'
import type { improvements } from '#server/schema/improvements.ts'
import type { policyDecisions } from '#server/schema/policy.ts'
import { createEventBuilder, type DemoEvent, findWriter, policyWriter } from './demo-event.ts'

/** Builds the event of a lesson's publication by its reviewer. */
export function buildArticleEvents(row: typeof articles.$inferSelect, reviewer: string | null): DemoEvent[] {
  const { content, category, subcategory, polarity, tags, technologies, created, author } = row
  const source = { source_change: row.sourceChange, article_type: row.articleType, source_pir: row.sourcePir }
  const metadata = { ...source, category, subcategory, polarity, tags, technologies, created, author }
  const changes = listDifferences({}, { content, metadata })
  return [createEventBuilder(row.id)(row.createdAt, findWriter(reviewer), articleActions.create, changes)]
}

/** Builds the event of a decision of the policy. */
export function buildPolicyEvents(row: typeof policyDecisions.$inferSelect): DemoEvent[] {
  const { isOwed: is_owed, isSampled: is_sampled, dueOn: due_on, assignee, assignedThrough: assigned_through } = row
  const reasons = row.reasons.map(({ rule, text }) => `${rule}: ${text}`)
  const decided = listDifferences({}, { is_owed, is_sampled, reasons, due_on, assignee, assigned_through })
  return [createEventBuilder(row.changeNumber)(row.decidedAt, policyWriter, decisionActions.create, decided)]
}

type ActionStatus = Improvement['status']

/** The statuses that an action passes after `open`, by its last status. */
const statusesTo: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  open: [],
  in_progress: ['in_progress'],
  done: ['in_progress', 'done'],
  verified: ['in_progress', 'done', 'verified'],
  cancelled: ['cancelled'],
}

/** Builds the events of an action: registered by its reviewer, moved by its owner, verified by a manager. */
export function buildImprovementEvents(row: typeof improvements.$inferSelect, reviewer: string | null): DemoEvent[] {
  const event = createEventBuilder(row.id)
  const { title, description, owner, category, priority, createdAt, updatedAt } = row
  const source = { source_type: row.sourceType, source_ref: row.sourceRef }
  const fields = { title, description, ...source, owner, target_date: row.targetDate, category, priority }
  const passed = statusesTo[row.status]
  return [
    event(
      createdAt,
      findWriter(reviewer),
      improvementActions.create,
      listDifferences({}, { ...fields, status: 'open' }),
    ),
    ...passed.map((status, index) => {
      const by = status === 'verified' ? row.verifiedBy : status === 'cancelled' ? reviewer : owner
      const at = index === passed.length - 1 ? updatedAt : interpolateWorkday(row, (index + 1) / passed.length)
      const former = passed[index - 1] ?? 'open'
      return event(at, findWriter(by), moveTo(former, status), listDifferences({ status: former }, { status }))
    }),
  ]
}

/** Returns a time on a working day between the registration and the last write. */
function interpolateWorkday({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }, part: number): string {
  const first = Date.parse(createdAt)
  const last = Date.parse(updatedAt)
  const day = getWorkdayOnOrBefore(first + (last - first) * part)
  return toIso(Math.min(last, Math.max(first, setTime(day, '11:25'))))
}
