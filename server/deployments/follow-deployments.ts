import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { pipelineOrigin } from './match-change.ts'

type Deployed = Pick<DeploymentRow, 'startedAt' | 'endedAt' | 'status' | 'isRollback' | 'handledAt'>

/**
 * Writes what the deployments of a change say about it: when it began, when it ended once all of them have, and whether
 * it was rolled back. After the last deployment has left it, the times that came from `left` are removed. A change whose
 * review is completed stays as it was reviewed.
 */
export async function followDeployments(ctx: EventContext, number: string, left: DeploymentRow): Promise<void> {
  const own = await ctx.db
    .select()
    .from(deployments)
    .where(
      and(eq(deployments.changeNumber, number), eq(deployments.isProduction, true), isNotNull(deployments.startedAt)),
    )
  const [before] = await ctx.db
    .select({
      actual_start: changes.actualStart,
      actual_end: changes.actualEnd,
      rolled_back_at: changes.rolledBackAt,
      state: changes.state,
      close_code: changes.closeCode,
      origin: changes.origin,
    })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  if (before === undefined) return
  const said = own.length === 0 ? withoutTimesOf(before, left) : saidBy(own)
  const changed = differences(before, { ...said, ...(before.origin === pipelineOrigin && stateOf(own)) })
  if (Object.keys(changed).length === 0 || (await isReviewed(ctx, number))) return
  const set = Object.fromEntries(Object.entries(changed).map(([field, { to }]) => [columns[field as Field], to]))
  await ctx.db
    .update(changes)
    .set({ ...set, version: sql`${changes.version} + 1`, updatedAt: ctx.now.toISOString() })
    .where(eq(changes.number, number))
  await recordEvent(ctx, 'update', 'change', number, changed)
}

async function isReviewed({ db }: EventContext, number: string): Promise<boolean> {
  const rows = await db
    .select({ reference: reviews.reference })
    .from(reviews)
    .where(and(eq(reviews.changeNumber, number), eq(reviews.status, 'completed')))
  return rows.length > 0
}

const columns = {
  actual_start: 'actualStart',
  actual_end: 'actualEnd',
  rolled_back_at: 'rolledBackAt',
  state: 'state',
  close_code: 'closeCode',
} as const
type Field = keyof typeof columns

function saidBy(own: readonly Deployed[]) {
  const starts = timesOf(own.map(({ startedAt }) => startedAt))
  const ends = timesOf(own.map(({ endedAt }) => endedAt))
  const rollbacks = timesOf(
    own.filter(({ isRollback }) => isRollback).map(({ endedAt, startedAt }) => endedAt ?? startedAt),
  )
  return {
    actual_start: starts[0] ?? null,
    ...(ends.length === own.length && { actual_end: ends.at(-1) ?? null }),
    rolled_back_at: rollbacks[0] ?? null,
  }
}

const timesOf = (times: readonly (string | null)[]) => times.filter((time) => time !== null).toSorted()

function withoutTimesOf(
  before: { readonly actual_start: string | null; readonly actual_end: string | null },
  left: Deployed,
) {
  return {
    ...(before.actual_start === left.startedAt && { actual_start: null }),
    ...(before.actual_end === left.endedAt && { actual_end: null }),
    rolled_back_at: null,
  }
}

/** The state of a change seen in the pipeline; once somebody made its review owed, it follows the review. */
function stateOf(own: readonly Deployed[]) {
  const [deployed] = own
  if (deployed === undefined || deployed.handledAt !== null) return {}
  if (deployed.endedAt === null) return { state: 'implement' as const }
  const code =
    deployed.status === 'succeeded'
      ? ('successful' as const)
      : deployed.status === 'failed'
        ? ('failed' as const)
        : null
  return { state: 'closed' as const, close_code: code }
}
