import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { selectEntries } from '#server/history/entries-of-record.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { recordColumns, recordValues } from '#server/platform/db/record-columns.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import { pipelineOrigin } from './match-change.ts'
import type { DeploymentRow, EventContext } from './merge-deployment.ts'

const writtenFields = ['actual_start', 'actual_end', 'rolled_back_at', 'state', 'close_code'] as const

/**
 * Applies the deployments of a change to it: its start, its end once all of them have ended, and a rollback; for a
 * change seen in the pipeline also its state. Values that a person or the system of record wrote or emptied stay. So
 * does a change whose review awaits sign-off or is completed.
 */
export async function followDeployments(ctx: EventContext, number: string): Promise<void> {
  const [change] = await ctx.db
    .select({ ...recordColumns(changes, writtenFields), origin: changes.origin, services: changes.affectedServices })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  if (change === undefined) return
  // Read after the lock, because another transaction may have written deployments while it held the change.
  const { changeNumber, isProduction, startedAt } = deployments
  const isOwn = and(eq(changeNumber, number), eq(isProduction, true), isNotNull(startedAt))
  const ownDeployments = await ctx.db.select().from(deployments).where(isOwn)
  const { services, origin, ...before } = change
  const times = combineTimes(ownDeployments, services)
  const deployedTimes = {
    actual_start: times.start,
    ...(times.isEnded && { actual_end: times.end }),
    ...(origin === pipelineOrigin && combineStates(ownDeployments)),
  }
  const lastWrites = await findLastWrites(ctx, number, Object.keys(deployedTimes))
  const writable = Object.entries(deployedTimes).filter(([field]) =>
    isFree(before[field as (typeof writtenFields)[number]], lastWrites.get(field)),
  )
  // Only deployments write the time of a rollback.
  const changed = listDifferences(before, { ...Object.fromEntries(writable), rolled_back_at: times.rolledBackAt })
  if (Object.keys(changed).length === 0) return
  // Once a signer or a completed review has judged the change, only a person may change what was judged.
  const isJudged = and(eq(reviews.changeNumber, number), inArray(reviews.status, [...judgedStatuses]))
  if ((await ctx.db.$count(reviews, isJudged)) > 0) return
  const values = Object.fromEntries(Object.entries(changed).map(([field, { to }]) => [field, to]))
  await ctx.db
    .update(changes)
    .set({ ...recordValues(changes, values), version: sql`${changes.version} + 1`, updatedAt: ctx.now.toISOString() })
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

/** Returns the state of a change seen in the pipeline, which follows its review once that is owed. */
export function combineStates(ownDeployments: readonly Pick<DeploymentRow, 'status' | 'endedAt' | 'handledAt'>[]) {
  const [deployed] = ownDeployments
  if (deployed === undefined || deployed.handledAt !== null) return {}
  if (deployed.endedAt === null) return { state: 'implement' as const }
  return { state: 'closed' as const, close_code: closeCodes[deployed.status] ?? null }
}

const closeCodes: Partial<Record<DeploymentRow['status'], 'successful' | 'failed'>> = {
  succeeded: 'successful',
  failed: 'failed',
}

type TimedDeployment = Pick<
  DeploymentRow,
  'startedAt' | 'endedAt' | 'isRollback' | 'isProduction' | 'matchedBy' | 'service' | 'facts'
>

/**
 * Combines the times that deployments state for a change. A deployment counts if it names the change in its own field
 * and concerns one of its services, or if the change was created for it. A rollback needs no such field.
 */
export function combineTimes(deployed: readonly TimedDeployment[], services: readonly string[]) {
  const begun = deployed.filter(({ isProduction, startedAt }) => isProduction && startedAt !== null)
  const ownDeployments = begun.filter((one) => one.matchedBy === 'pipeline' || services.includes(one.service))
  const naming = ownDeployments.filter((one) => one.matchedBy === 'pipeline' || namesItsChange(one))
  const rolledBack = ownDeployments.filter(({ isRollback }) => isRollback)
  return {
    start: sorted(naming.map(({ startedAt }) => startedAt))[0] ?? null,
    end: sorted(naming.map(({ endedAt }) => endedAt)).at(-1) ?? null,
    isEnded: naming.every(({ endedAt }) => endedAt !== null),
    rolledBackAt: sorted(rolledBack.map(({ endedAt, startedAt }) => endedAt ?? startedAt))[0] ?? null,
  }
}

const namesItsChange = ({ matchedBy, facts }: TimedDeployment) => matchedBy === 'number' && Boolean(facts.change)

const sorted = (times: readonly (string | null)[]) => times.filter((time) => time !== null).toSorted()
