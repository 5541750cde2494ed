import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { auditActions } from '#lib/actions/policy-actions.ts'
import { type Finding, type FoundRecord, toFindings } from '#lib/domain/audits/reconciliation.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { formatUtc } from '#lib/time/format-time.ts'
import { unauthorisedStates } from '#server/deployments/match-change.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { auditExplanations } from '#server/schema/audits.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import { toTimes } from './population.ts'
import { getAuditWithState } from './queries.ts'

/** Start of a deployment. A pipeline that reports no start reports the time of the event. */
const begunAt = sql<string>`coalesce(${deployments.startedAt}, ${deployments.eventAt})`

/** Lists the deployments to production that began in the period of an audit, with their changes and explanations. */
async function listDeployments(ctx: Context, id: string, deployment?: string) {
  const { from, to } = toTimes(ctx, await getAuditWithState(ctx, id))
  return ctx.db
    .select({ deployment: deployments, change: changes, review: reviews, note: auditExplanations })
    .from(deployments)
    .leftJoin(changes, eq(changes.number, deployments.changeNumber))
    .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
    .leftJoin(
      auditExplanations,
      and(eq(auditExplanations.auditId, id), eq(auditExplanations.deploymentId, deployments.id)),
    )
    .where(
      and(
        eq(deployments.isProduction, true),
        gte(begunAt, from),
        lt(begunAt, to),
        deployment === undefined ? undefined : eq(deployments.id, deployment),
      ),
    )
    .orderBy(asc(begunAt), asc(deployments.id))
}
type AuditedDeployment = Awaited<ReturnType<typeof listDeployments>>[number]

/** Describes why no authorised change covers a deployment; null if one does. */
function findFault({
  deployment: { changeNumber: number, matchedBy, startedAt, eventAt },
  change,
}: AuditedDeployment): string | null {
  if (number === null || matchedBy === 'pipeline') return 'No change authorised it'
  if (change === null) return `Its change ${number} is not recorded any more`
  if (change.isUnauthorized) return `Its change ${number} was not authorised`
  if (unauthorisedStates.some((state) => state === change.state))
    return `The state of its change ${number} is ${lowerFirst(humaniseKey(change.state))}`
  if (change.approvedAt === null || change.approvedAt <= (startedAt ?? eventAt)) return null
  return `Its change ${number} was approved later, at ${formatUtc(new Date(change.approvedAt))}`
}

/** Describes a decision about a deployment, or its explanation; null without either. */
function explain({
  deployment: { handling, handledBy, handlingReason },
  review,
  note,
}: AuditedDeployment): string | null {
  if (handling === 'dismissed') return `${handledBy} dismissed it: ${handlingReason}`
  if (handling === 'review' && review)
    return `${handledBy} required the review ${review.reference}, which is ${lowerFirst(humaniseKey(review.status))}.`
  return note && `${note.updatedBy}: ${note.explanation}`
}

/** True if somebody decided about a deployment, and the result is still recorded. */
const isDecided = ({ deployment: { handling }, review }: AuditedDeployment) =>
  handling === 'dismissed' || (handling === 'review' && review !== null)

function toFoundRecord(deployed: AuditedDeployment, fault: string, explanation: string | null): FoundRecord {
  const { id, service, environment, facts, startedAt, eventAt, changeNumber } = deployed.deployment
  const what = [`${service} to ${environment}`, formatUtc(new Date(startedAt ?? eventAt)), facts.title, changeNumber]
  return {
    record: what.filter(Boolean).join(', '),
    text: `${fault}. ${explanation ?? 'Unexplained.'}`,
    ...(!isDecided(deployed) && { deployment: { id, note: deployed.note?.explanation ?? '' } }),
  }
}

export async function reconcileDeployments(ctx: Context, id: string): Promise<Finding[]> {
  const allDeployed = await listDeployments(ctx, id)
  const explained: FoundRecord[] = []
  const unexplained: FoundRecord[] = []
  for (const deployed of allDeployed) {
    const fault = findFault(deployed)
    const explanation = explain(deployed)
    if (fault !== null)
      (explanation === null ? unexplained : explained).push(toFoundRecord(deployed, fault, explanation))
  }
  const authorised = allDeployed.length - explained.length - unexplained.length
  return [
    { kind: 'deployed', count: allDeployed.length, records: [] },
    ...(allDeployed.length === 0
      ? []
      : [{ kind: 'authorised', count: authorised, of: allDeployed.length, records: [] } as const]),
    ...toFindings('explained', explained),
    ...toFindings('unexplained', unexplained),
  ]
}

/**
 * Stores why a deployment needed no authorised change. Throws `not_found` for one of another period, and `conflict` if
 * a change authorised it or somebody decided about it.
 */
export async function explainDeployment(
  ctx: Context,
  { id, deployment }: { readonly id: string; readonly deployment: string },
  explanation: string,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.select({ id: deployments.id }).from(deployments).where(eq(deployments.id, deployment)).for('update')
    const [found] = await listDeployments(tx, id, deployment)
    if (!found) throw notFound('deployment of the period', deployment)
    if (isDecided(found))
      throw new AppError('conflict', `${found.deployment.handledBy ?? 'Somebody'} has decided about it already.`)
    if (findFault(found) === null) throw new AppError('conflict', 'An authorised change covers it by now.')
    const row = { explanation, updatedBy: ctx.actor.name, updatedAt: ctx.now.toISOString() }
    await tx.db
      .insert(auditExplanations)
      .values({ auditId: id, deploymentId: deployment, ...row })
      .onConflictDoUpdate({ target: [auditExplanations.auditId, auditExplanations.deploymentId], set: row })
    const { service, environment } = found.deployment
    await recordEvent(tx, auditActions.explained, id, {
      deployment: { from: null, to: `${service} to ${environment}` },
      explanation: { from: found.note?.explanation ?? null, to: explanation },
    })
  })
}
