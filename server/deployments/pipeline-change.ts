import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import { shorten } from '#lib/text/shorten.ts'
import { listUses } from '#server/changes/delete-stub.ts'
import { listDifferences, listRemovedFields, recordEvent, recordEvents } from '#server/platform/audit/record-event.ts'
import { recordColumns, recordValues } from '#server/platform/db/record-columns.ts'
import { changes } from '#server/schema/changes.ts'
import { combineStates, combineTimes } from './follow-deployments.ts'
import { pipelineOrigin } from './match-change.ts'
import type { DeploymentRow, EventContext } from './merge-deployment.ts'

const numberLength = 12

/** Makes the number of a record that follows from a text; always the same for the same text. */
export function makeNumber(prefix: string, text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return `${prefix}${(BigInt(`0x${digest}`) % 10n ** BigInt(numberLength)).toString().padStart(numberLength, '0')}`
}

/** Returns the number of the change that a deployment becomes. */
export const createPipelineNumber = ({
  connectionId,
  remoteId,
}: Pick<DeploymentRow, 'connectionId' | 'remoteId'>): string => makeNumber('DEP', `${connectionId}\n${remoteId}`)

const composeTitle = ({ service, environment, facts }: DeploymentRow) => ({
  title: shorten(facts.title ? `${service}: ${facts.title}` : `Deployment of ${service} to ${environment}`, 300),
  affected_services: [service],
})

/** Creates a change "seen in the pipeline" for each new deployment that no change authorised. */
export async function createPipelineChanges(ctx: EventContext, rows: readonly DeploymentRow[]): Promise<void> {
  const at = ctx.now.toISOString()
  const described = rows.map((row) => ({ row, number: createPipelineNumber(row), fields: describe(row) }))
  if (described.length === 0) return
  const inserted = await ctx.db
    .insert(changes)
    .values(
      described.map(({ number, fields }) => ({
        number,
        ...recordValues(changes, fields),
        title: fields.title,
        affectedServices: fields.affected_services,
        state: fields.state,
        type: 'normal' as const,
        origin: pipelineOrigin,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ number: changes.number })
  const created = new Set(inserted.map(({ number }) => number))
  const entries = described
    .filter(({ number }) => created.has(number))
    .map(({ number, fields }) => ({ entityId: number, changes: listDifferences({}, fields) }))
  await recordEvents(ctx, changeActions.create, entries)
  for (const { row, number } of described) if (!created.has(number)) await updatePipelineChange(ctx, number, row)
}

function describe(row: DeploymentRow) {
  const { start, end, isEnded, rolledBackAt } = combineTimes([row], [row.service])
  const { state = 'implement', close_code = null } = combineStates([row])
  const times = { actual_start: start, actual_end: isEnded ? end : null, rolled_back_at: rolledBackAt }
  return { ...composeTitle(row), state, close_code, ...times }
}

/** Updates title and service of a change seen in the pipeline, or creates it if the deployment had another one. */
export async function updatePipelineChange(ctx: EventContext, number: string, row: DeploymentRow): Promise<void> {
  const before = await lockChange(ctx, number)
  if (before === undefined) return createPipelineChanges(ctx, [row])
  const shown = composeTitle(row)
  const changed = listDifferences(before, shown)
  if (Object.keys(changed).length === 0) return
  const updatedAt = ctx.now.toISOString()
  await ctx.db
    .update(changes)
    .set({ ...recordValues(changes, shown), version: sql`${changes.version} + 1`, updatedAt })
    .where(eq(changes.number, number))
  await recordEvent(ctx, changeActions.update, number, changed)
}

/** Deletes the change of a deployment that now belongs to another one, unless something refers to it. */
export async function dropPipelineChange(ctx: EventContext, number: string | null): Promise<void> {
  if (number === null) return
  const change = await lockChange(ctx, number)
  if (change === undefined || (await listUses(ctx.db, number)).length > 0) return
  await ctx.db.delete(changes).where(eq(changes.number, number))
  await recordEvent(ctx, changeActions.delete, number, listRemovedFields(change))
}

const shownColumns = recordColumns(changes, ['title', 'state', 'affected_services'])

async function lockChange({ db }: EventContext, number: string) {
  const [change] = await db.select(shownColumns).from(changes).where(eq(changes.number, number)).for('update')
  return change
}
