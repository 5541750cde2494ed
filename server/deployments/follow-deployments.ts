import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { selectEntries } from '#server/history/entries-of-record.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import { combineTimes } from './deployed-times.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { pipelineOrigin } from './match-change.ts'

/**
 * Applies the deployments of a change to it: its start, its end once all of them have ended, and a rollback; for a
 * change seen in the pipeline also its state. Values that a person or the system of record wrote or emptied stay. So
 * does a change whose review awaits sign-off or is completed.
 */
export async function followDeployments(ctx: EventContext, number: string): Promise<void> {
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
  // Read after the lock, because another transaction may have written deployments while it held the change.
  const ownDeployments = await ctx.db
    .select()
    .from(deployments)
    .where(
      and(eq(deployments.changeNumber, number), eq(deployments.isProduction, true), isNotNull(deployments.startedAt)),
    )
  const { services, origin, ...before } = change
  const times = combineTimes(ownDeployments, services)
  const deployedTimes = {
    actual_start: times.start,
    ...(times.isEnded && { actual_end: times.end }),
    ...(origin === pipelineOrigin && combineStates(ownDeployments)),
  }
  const lastWrites = await findLastWrites(ctx, number, Object.keys(deployedTimes))
  const writable = Object.entries(deployedTimes).filter(([field]) =>
    isFree(before[field as WrittenField], lastWrites.get(field)),
  )
  // Only deployments write the time of a rollback.
  const changed = listDifferences(before, { ...Object.fromEntries(writable), rolled_back_at: times.rolledBackAt })
  if (Object.keys(changed).length === 0 || (await isReviewed(ctx, number))) return
  const set = Object.fromEntries(Object.entries(changed).map(([field, { to }]) => [columns[field as WrittenField], to]))
  await ctx.db
    .update(changes)
    .set({ ...set, version: sql`${changes.version} + 1`, updatedAt: ctx.now.toISOString() })
    .where(eq(changes.number, number))
  await recordEvent(ctx, changeActions.update, number, changed)
}

type FieldWrite = { readonly field: string; readonly kind: string; readonly from: unknown; readonly to: unknown }

/** Finds the last write of each field. Only the history records who wrote a value. */
async function findLastWrites({ db }: EventContext, number: string, fields: readonly string[]) {
  const { rows } = await db.execute<FieldWrite>(sql`
    select distinct on (field) field, e.actor_kind as kind,
      e.changes #> array[field, 'from'] as from, e.changes #> array[field, 'to'] as to
    from (select ${number}::text) record (number)
    cross join lateral ${sql.raw(selectEntries("'change'", 'record.number'))} e
    join unnest(${sql.param([...fields])}::text[]) field on e.changes -> field is not null
    order by field, e.at desc, e.id desc`)
  return new Map(rows.map((row) => [row.field, row]))
}

/** True if deployments may write a field: nobody wrote or emptied it, or they wrote its current value themselves. */
function isFree(value: string | null, last: FieldWrite | undefined): boolean {
  const isOfDeployment = last?.kind === 'system'
  if (value === null) return isOfDeployment || (last?.from ?? null) === null
  return isOfDeployment && last.to === value
}

/** Statuses of a review in which a signer or a completed review has judged the change. */
export const judgedStatuses = ['completed', 'awaiting_sign_off'] as const

/** True if the review of the change is in a judged status. Only a person may then change what was judged. */
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
type WrittenField = keyof typeof columns

/**
 * Returns the state of a change seen in the pipeline. Once somebody made its review owed, the state follows the review.
 */
export function combineStates(ownDeployments: readonly Pick<DeploymentRow, 'status' | 'endedAt' | 'handledAt'>[]) {
  const [deployed] = ownDeployments
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
