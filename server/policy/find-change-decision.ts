import { eq } from 'drizzle-orm'
import type { PolicyDecision } from '#lib/contracts/app/policy.ts'
import { getChange } from '#server/changes/queries.ts'
import { findPeopleNames } from '#server/people/names.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { policyDecisions } from '#server/schema/policy.ts'

/** The policy decision on a change; null before it is made. Throws `not_found` when there is no such change. */
export async function findChangeDecision(ctx: Context, number: string): Promise<PolicyDecision | null> {
  const [row] = await ctx.db.select().from(policyDecisions).where(eq(policyDecisions.changeNumber, number))
  if (!row) {
    await getChange(ctx, number)
    return null
  }
  const names = await findPeopleNames(ctx.db, [row.assignee])
  return {
    change_number: number,
    is_owed: row.isOwed,
    is_sampled: row.isSampled,
    reasons: row.reasons,
    form: row.form,
    due_on: row.dueOn,
    assignee: row.assignee,
    assignee_name: names.of(row.assignee),
    assigned_through: row.assignedThrough,
    decided_at: row.decidedAt,
  }
}
