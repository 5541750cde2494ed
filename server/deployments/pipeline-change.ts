import { createHash } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { shorten } from '#lib/text/shorten.ts'
import { listDifferences, listRemovedFields, recordEvent, recordEvents } from '#server/platform/audit/record-event.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { combineTimes } from './deployed-times.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { combineStates } from './follow-deployments.ts'
import { pipelineOrigin } from './match-change.ts'

const numberLength = 12

/** Returns the number of the change that a deployment becomes; always the same for the same deployment. */
export function createPipelineNumber({
  connectionId,
  remoteId,
}: Pick<DeploymentRow, 'connectionId' | 'remoteId'>): string {
  const digest = createHash('sha256').update(`${connectionId}\n${remoteId}`).digest('hex')
  return `DEP${(BigInt(`0x${digest}`) % 10n ** BigInt(numberLength)).toString().padStart(numberLength, '0')}`
}

const maxTitleLength = 300

const composeTitle = ({ service, environment, facts }: DeploymentRow) =>
  shorten(facts.title ? `${service}: ${facts.title}` : `Deployment of ${service} to ${environment}`, maxTitleLength)

/** Creates a change "seen in the pipeline" for each new deployment that no change authorised. */
export async function createPipelineChanges(ctx: EventContext, rows: readonly DeploymentRow[]): Promise<void> {
  const at = ctx.now.toISOString()
  const described = rows.map((row) => ({ row, number: createPipelineNumber(row), ...describe(row) }))
  if (described.length === 0) return
  const inserted = await ctx.db
    .insert(changes)
    .values(
      described.map(({ number, shown, deployed }) => ({
        number,
        title: shown.title,
        affectedServices: shown.affected_services,
        type: 'normal' as const,
        origin: pipelineOrigin,
        state: deployed.state,
        closeCode: deployed.close_code,
        actualStart: deployed.actual_start,
        actualEnd: deployed.actual_end,
        rolledBackAt: deployed.rolled_back_at,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ number: changes.number })
  const created = new Set(inserted.map(({ number }) => number))
  const entries = described
    .filter(({ number }) => created.has(number))
    .map(({ number, shown, deployed }) => ({
      entityId: number,
      changes: listDifferences({}, { ...shown, ...deployed }),
    }))
  await recordEvents(ctx, changeActions.create, entries)
  for (const { row, number } of described) if (!created.has(number)) await updatePipelineChange(ctx, number, row)
}

/** Describes the change of a deployment: `shown` is its title and services, `deployed` its state and times. */
function describe(row: DeploymentRow) {
  const { start, end, isEnded, rolledBackAt } = combineTimes([row], [row.service])
  const { state = 'implement', close_code = null } = combineStates([row])
  return {
    shown: { title: composeTitle(row), affected_services: [row.service] },
    deployed: {
      state,
      close_code,
      actual_start: start,
      actual_end: isEnded ? end : null,
      rolled_back_at: rolledBackAt,
    },
  }
}

/**
 * Updates title and service of a change "seen in the pipeline", or creates it if the deployment had another one before.
 */
export async function updatePipelineChange(ctx: EventContext, number: string, row: DeploymentRow): Promise<void> {
  const { shown } = describe(row)
  const [before] = await ctx.db
    .select({ title: changes.title, affected_services: changes.affectedServices })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  if (before === undefined) return createPipelineChanges(ctx, [row])
  const changed = listDifferences(before, shown)
  if (Object.keys(changed).length === 0) return
  await ctx.db
    .update(changes)
    .set({
      title: shown.title,
      affectedServices: shown.affected_services,
      version: sql`${changes.version} + 1`,
      updatedAt: ctx.now.toISOString(),
    })
    .where(eq(changes.number, number))
  await recordEvent(ctx, changeActions.update, number, changed)
}

/** Deletes the change of a deployment that now belongs to another one, unless something refers to it. */
export async function dropPipelineChange(ctx: EventContext, number: string | null): Promise<void> {
  if (number === null) return
  const [change] = await ctx.db
    .select({ title: changes.title, state: changes.state, affected_services: changes.affectedServices })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  if (change === undefined || (await isUsed(ctx, number))) return
  await ctx.db.delete(changes).where(eq(changes.number, number))
  await recordEvent(ctx, changeActions.delete, number, listRemovedFields(change))
}

async function isUsed({ db }: EventContext, number: string): Promise<boolean> {
  const one = sql`1`
  const reviewed = await db.select({ found: one }).from(reviews).where(eq(reviews.changeNumber, number)).limit(1)
  if (reviewed.length > 0) return true
  const linked = await db
    .select({ found: one })
    .from(incidents)
    .where(or(eq(incidents.relatedChange, number), eq(incidents.causedByChange, number)))
    .limit(1)
  if (linked.length > 0) return true
  const described = await db.select({ found: one }).from(articles).where(eq(articles.sourceChange, number)).limit(1)
  return described.length > 0
}
