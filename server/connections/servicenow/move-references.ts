import { and, eq, sql } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { articleActions, incidentActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { OriginKind } from '#lib/contracts/app/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { numberKey } from '#lib/text/record-number.ts'
import { recordEvents } from '#server/platform/audit/record-event.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { incidents } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { connectionWrites, deployments } from '#server/schema/connections.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'

/** The former and the current number of a record. */
export type NumberChange = { readonly from: string; readonly to: string }

/**
 * Moves everything that refers to a change to its new number: its review with the writes to other systems, incidents,
 * articles, actions, deployments, notifications and the decision of the policy.
 */
export async function moveReferencesToChange(ctx: TxContext, numbers: NumberChange): Promise<void> {
  const { db: tx } = ctx
  const { from, to } = numbers
  await moveRecords(ctx, numbers)
  await moveOrigin(ctx, 'change', numbers)
  await moveNotifications(ctx, numbers)
  await tx.update(deployments).set({ changeNumber: to }).where(eq(deployments.changeNumber, from))
  await tx.delete(policyDecisions).where(eq(policyDecisions.changeNumber, to))
  await tx.update(policyDecisions).set({ changeNumber: to }).where(eq(policyDecisions.changeNumber, from))
}

/** Moves the records that refer to the change, each with an entry in the history. */
async function moveRecords(ctx: TxContext, { from, to }: NumberChange): Promise<void> {
  const { db: tx } = ctx
  const at = ctx.now.toISOString()
  const reviewed = await tx
    .update(reviews)
    .set({ changeNumber: to, updatedAt: at, version: sql`${reviews.version} + 1` })
    .where(eq(reviews.changeNumber, from))
    .returning({ entityId: reviews.reference })
  const related = await tx
    .update(incidents)
    .set({ relatedChange: to, updatedAt: at, version: sql`${incidents.version} + 1` })
    .where(eq(incidents.relatedChange, from))
    .returning({ entityId: incidents.number })
  const caused = await tx
    .update(incidents)
    .set({ causedByChange: to, updatedAt: at, version: sql`${incidents.version} + 1` })
    .where(eq(incidents.causedByChange, from))
    .returning({ entityId: incidents.number })
  const described = await tx
    .update(articles)
    .set({ sourceChange: to, updatedAt: at, version: sql`${articles.version} + 1` })
    .where(eq(articles.sourceChange, from))
    .returning({ entityId: articles.id })
  const actions = await tx
    .update(improvements)
    .set({ sourceRef: to, updatedAt: at, version: sql`${improvements.version} + 1` })
    .where(eq(numberKeySql(improvements.sourceRef), numberKey(from)))
    .returning({ entityId: improvements.id })
  if (reviewed.length > 0) await moveWrites(ctx, { from, to })
  const moved = (entries: readonly { readonly entityId: string }[], field: string) =>
    entries.map(({ entityId }) => ({ entityId, changes: { [field]: { from, to } } }))
  await recordEvents(ctx, reviewActions.update, moved(reviewed, 'change_number'))
  await recordEvents(ctx, incidentActions.update, moved(related, 'related_change'))
  await recordEvents(ctx, incidentActions.update, moved(caused, 'caused_by_change'))
  await recordEvents(ctx, articleActions.update, moved(described, 'source_change'))
  await recordEvents(ctx, improvementActions.update, moved(actions, 'source_ref'))
}

/** Moves the origin of a record to its new number, replacing that of a stub. */
export async function moveOrigin({ db: tx }: TxContext, kind: OriginKind, { from, to }: NumberChange): Promise<void> {
  const hasNumber = (number: string) => and(eq(recordOrigins.kind, kind), eq(recordOrigins.number, number))
  await tx.delete(recordOrigins).where(hasNumber(to))
  await tx.update(recordOrigins).set({ number: to }).where(hasNumber(from))
}

/** Updates the links of notifications to the pages of the change. */
async function moveNotifications({ db: tx }: TxContext, { from, to }: NumberChange): Promise<void> {
  const former = pagePaths.change(from)
  const current = pagePaths.change(to)
  await tx.execute(sql`
    update ${notifications} set path = ${current}::text || substr(path, length(${former}::text) + 1)
    where starts_with(path, ${former}) and substr(path, length(${former}::text) + 1, 1) in ('', '/', '?', '#')`)
}

/** Moves all writes of the review to other systems, whatever their status, so that nothing is written twice. */
async function moveWrites({ db: tx }: TxContext, { from, to }: NumberChange): Promise<void> {
  await tx.execute(sql`
    update ${connectionWrites} set
      payload = jsonb_set(payload::jsonb, '{change}', to_jsonb(${to}::text))::json,
      key = case when entity = 'change' then ${to} else key end,
      dedupe_key = case when entity = 'change'
        then rtrim(replace(dedupe_key || ' ', ${` ${from} `}, ${` ${to} `})) else dedupe_key end
    where payload ->> 'change' = ${from}`)
}
