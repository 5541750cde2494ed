import { createHash } from 'node:crypto'
import { eq, or, sql } from 'drizzle-orm'
import { shorten } from '#lib/domain/shorten.ts'
import { differences, recordEvent, removal } from '#server/platform/audit/record-event.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { DeploymentRow, EventContext } from './event-context.ts'
import { pipelineOrigin } from './match-change.ts'

const numberLength = 12

/** The number of the change that a deployment becomes: always the same for the same deployment. */
export function pipelineNumber({ connectionId, foreignId }: Pick<DeploymentRow, 'connectionId' | 'foreignId'>): string {
  const digest = createHash('sha256').update(`${connectionId}\n${foreignId}`).digest('hex')
  return `DEP${(BigInt(`0x${digest}`) % 10n ** BigInt(numberLength)).toString().padStart(numberLength, '0')}`
}

const maxTitleLength = 300

const titleOf = ({ service, environment, facts }: DeploymentRow) =>
  shorten(facts.title ? `${service}: ${facts.title}` : `Deployment of ${service} to ${environment}`, maxTitleLength)

/** Makes a deployment that no change authorised a change "seen in the pipeline", or updates what it says. */
export async function createPipelineChange(ctx: EventContext, number: string, row: DeploymentRow): Promise<void> {
  const shown = { title: titleOf(row), affected_services: [row.service] }
  const set = { title: shown.title, affectedServices: shown.affected_services }
  const [before] = await ctx.db
    .select({ title: changes.title, affected_services: changes.affectedServices })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  const at = ctx.now.toISOString()
  if (before === undefined) {
    await ctx.db.insert(changes).values({
      ...{ ...set, number, state: 'implement', type: 'normal', origin: pipelineOrigin },
      ...{ createdAt: at, updatedAt: at },
    })
    await recordEvent(ctx, 'create', 'change', number, differences({}, { ...shown, state: 'implement' }))
    return
  }
  const changed = differences(before, shown)
  if (Object.keys(changed).length === 0) return
  await ctx.db
    .update(changes)
    .set({ ...set, version: sql`${changes.version} + 1`, updatedAt: at })
    .where(eq(changes.number, number))
  await recordEvent(ctx, 'update', 'change', number, changed)
}

/** Deletes the change of a deployment that belongs to another one after all, unless something refers to it. */
export async function dropPipelineChange(ctx: EventContext, number: string | null): Promise<void> {
  if (number === null) return
  const [change] = await ctx.db
    .select({ title: changes.title, state: changes.state, affected_services: changes.affectedServices })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  if (change === undefined || (await isUsed(ctx, number))) return
  await ctx.db.delete(changes).where(eq(changes.number, number))
  await recordEvent(ctx, 'delete', 'change', number, removal(change))
}

async function isUsed({ db }: EventContext, number: string): Promise<boolean> {
  const found = sql`1`
  const reviewed = await db.select({ found }).from(reviews).where(eq(reviews.changeNumber, number)).limit(1)
  if (reviewed.length > 0) return true
  const linked = await db
    .select({ found })
    .from(incidents)
    .where(or(eq(incidents.relatedChange, number), eq(incidents.causedByChange, number)))
    .limit(1)
  if (linked.length > 0) return true
  const described = await db.select({ found }).from(articles).where(eq(articles.sourceChange, number)).limit(1)
  return described.length > 0
}
