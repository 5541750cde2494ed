import { eq, inArray, or, sql } from 'drizzle-orm'
import { incidentActions } from '#lib/actions/record-actions.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { incidents } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'

type IncidentDecisions = ReviewForm<'incidents'>['decisions']
type AffectedIncident = { readonly number: string; readonly causedBy: string | null }

const field = 'form.decisions'

/**
 * Writes the decisions of a review to the incidents: `caused_by_change` becomes the change for confirmed incidents, and
 * null for incidents that are no longer confirmed. An incident has one causing change, so one that another review
 * confirmed is rejected. The incidents are locked, so that only one of two concurrent reviews can confirm an incident.
 * Throws `conflict`, and `invalid_parameter` for a confirmed incident that does not exist.
 */
export async function recordConfirmed(ctx: TxContext, change: string, decisions: IncidentDecisions): Promise<void> {
  const confirmed = new Set(decisions.flatMap((made) => (made.decision === 'confirmed' ? [made.incident] : [])))
  const affected = await ctx.db
    .select({ number: incidents.number, causedBy: incidents.causedByChange })
    .from(incidents)
    .where(or(inArray(incidents.number, [...confirmed]), eq(incidents.causedByChange, change)))
    .orderBy(incidents.number)
    .for('update')
  assertExist(confirmed, affected)
  await assertUnclaimed(ctx.db, change, affected)
  for (const { number, causedBy } of affected) {
    const next = confirmed.has(number) ? change : null
    if (next === causedBy) continue
    await ctx.db
      .update(incidents)
      .set({ causedByChange: next, version: sql`${incidents.version} + 1`, updatedAt: ctx.now.toISOString() })
      .where(eq(incidents.number, number))
    const action = next === null ? incidentActions.cause_withdrawn : incidentActions.cause_confirmed
    await recordEvent(ctx, action, number, { caused_by_change: { from: causedBy, to: next } })
  }
}

function assertExist(confirmed: ReadonlySet<string>, affected: readonly AffectedIncident[]): void {
  const numbers = new Set(affected.map(({ number }) => number))
  const [unknown] = [...confirmed].filter((number) => !numbers.has(number))
  if (unknown !== undefined) {
    throw invalidField(field, 'body', `confirms ${unknown}, which is not the number of an incident`)
  }
}

async function assertUnclaimed(tx: Transaction, change: string, affected: readonly AffectedIncident[]): Promise<void> {
  const claimed = affected.flatMap(({ number, causedBy }) =>
    causedBy === null || causedBy === change ? [] : [{ number, causedBy }],
  )
  if (claimed.length === 0) return
  const others = await tx
    .select({ reference: reviews.reference, change: reviews.changeNumber })
    .from(reviews)
    .where(
      inArray(
        reviews.changeNumber,
        claimed.map(({ causedBy }) => causedBy),
      ),
    )
  const referencesByChange = new Map(others.map((other) => [other.change, other.reference]))
  const issues = claimed.map(({ number, causedBy }) => {
    const reference = referencesByChange.get(causedBy)
    return `${number} is already confirmed as caused by ${causedBy}${reference ? ` (${reference})` : ''}.`
  })
  throw new AppError('conflict', `${issues.join(' ')} Withdraw it there first, or reject it here.`, {
    details: issues.map((issue) => ({ field, in: 'body' as const, issue })),
  })
}
