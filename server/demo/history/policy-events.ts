import { differences } from '#server/platform/audit/record-event.ts'
import type { policyDecisions } from '#server/schema/policy.ts'
import { type DemoEvent, eventsOf, policyWriter } from './demo-event.ts'

/** What the policy decided of a demo change. */
export function policyEvents(row: typeof policyDecisions.$inferSelect): DemoEvent[] {
  const decided = {
    is_owed: row.isOwed,
    is_sampled: row.isSampled,
    reasons: row.reasons.map(({ rule, text }) => `${rule}: ${text}`),
    due_on: row.dueOn,
    assignee: row.assignee,
    assigned_through: row.assignedThrough,
  }
  const event = eventsOf('policy_decision', row.changeNumber)
  return [event(row.decidedAt, policyWriter, 'create', differences({}, decided))]
}
