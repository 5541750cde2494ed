import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { differences, recordEvent } from '#server/platform/audit/record-event.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { pipelineOrigin } from './match-change.ts'
import { type SaidTimes, saidTimes } from './said-times.ts'

/**
 * Writes what the deployments of a change say about it: when it began, when it ended once all of them have, and whether
 * it was rolled back. A time is written only where the change has none, or the one that they said `formerly`: what a
 * person or the system of record wrote stays, and the deployments stand beside it. A change whose review waits for
 * sign-off or is completed stays as it was reviewed.
 */
export const followDeployments = (
  ctx: EventContext,
  number: string,
  formerly: (own: readonly DeploymentRow[]) => readonly DeploymentRow[],
): Promise<void> => writeSaid(ctx, number, async (own, { services }) => saidTimes(formerly(own), services))

type Times = Pick<SaidTimes, 'start' | 'end'>
type Followed = {
  readonly actual_start: string | null
  readonly actual_end: string | null
  readonly services: readonly string[]
}

/** The same where `formerly` says which times the deployments said before, of a change as it is. */
export async function writeSaid(
  ctx: EventContext,
  number: string,
  formerly: (own: readonly DeploymentRow[], change: Followed) => Promise<Times>,
): Promise<void> {
  const own = await ctx.db
    .select()
    .from(deployments)
    .where(
      and(eq(deployments.changeNumber, number), eq(deployments.isProduction, true), isNotNull(deployments.startedAt)),
    )
  const [change] = await ctx.db
    .select({
      actual_start: changes.actualStart,
      actual_end: changes.actualEnd,
      rolled_back_at: changes.rolledBackAt,
      state: changes.state,
      close_code: changes.closeCode,
      origin: changes.origin,
      services: changes.affectedServices,
    })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  if (change === undefined) return
  const { services, origin, ...before } = change
  const [was, is] = [await formerly(own, change), saidTimes(own, services)]
  const isOpen = (time: string | null, said: string | null) => time === null || time === said
  const changed = differences(before, {
    ...(isOpen(before.actual_start, was.start) && { actual_start: is.start }),
    ...(isOpen(before.actual_end, was.end) && is.isEnded && { actual_end: is.end }),
    rolled_back_at: is.rolledBackAt,
    ...(origin === pipelineOrigin && stateOf(own)),
  })
  if (Object.keys(changed).length === 0 || (await isReviewed(ctx, number))) return
  const set = Object.fromEntries(Object.entries(changed).map(([field, { to }]) => [columns[field as Field], to]))
  await ctx.db
    .update(changes)
    .set({ ...set, version: sql`${changes.version} + 1`, updatedAt: ctx.now.toISOString() })
    .where(eq(changes.number, number))
  await recordEvent(ctx, changeActions.update, number, changed)
}

/** In these a signer or a completed review has seen the change. */
export const judgedStatuses = ['completed', 'awaiting_sign_off'] as const

/** Whether the change was judged: nothing but a person changes what a signer or a completed review has seen. */
async function isReviewed({ db }: EventContext, number: string): Promise<boolean> {
  const rows = await db
    .select({ reference: reviews.reference })
    .from(reviews)
    .where(and(eq(reviews.changeNumber, number), inArray(reviews.status, [...judgedStatuses])))
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

/** The state of a change seen in the pipeline; once somebody made its review owed, it follows the review. */
export function stateOf(own: readonly Pick<DeploymentRow, 'status' | 'endedAt' | 'handledAt'>[]) {
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
