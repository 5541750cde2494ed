import { eq } from 'drizzle-orm'
import { PolicyDecision } from '#lib/contracts/app/policy.ts'
import { getChange } from '#server/changes/queries.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { toRecord } from '#server/platform/db/record-columns.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { policyDecisions } from '#server/schema/policy.ts'

/**
 * Finds the policy decision on a change, by any spelling of its number; null before it is made. Throws `not_found` for
 * an unknown change.
 */
export async function findChangeDecision(ctx: Context, named: string): Promise<PolicyDecision | null> {
  const { number } = await getChange(ctx, named)
  const [row] = await ctx.db.select().from(policyDecisions).where(eq(policyDecisions.changeNumber, number))
  if (!row) return null
  const names = await findPeopleNames(ctx.db, [row.assignee])
  return {
    ...toRecord(policyDecisions, row, PolicyDecision.omit({ assignee_name: true }).keyof().options),
    assignee_name: names.of(row.assignee),
  }
}
