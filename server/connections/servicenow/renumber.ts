import { and, eq, notExists, sql } from 'drizzle-orm'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import { articleActions, changeActions, incidentActions } from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { OriginKind } from '#lib/contracts/app/changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { numberKey } from '#lib/text/record-number.ts'
import { storeFormerNumber } from '#server/history/entries-of-record.ts'
import { recordEvent, recordEvents } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { findNumber } from '#server/platform/db/find-record.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { numberKeySql } from '#server/schema/columns.ts'
import { alertGroups, connectionRecords, connectionWrites, deployments } from '#server/schema/connections.ts'
import { formerStates } from '#server/schema/former-states.ts'
import { recordOrigins } from '#server/schema/imports.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviewParts, reviews } from '#server/schema/reviews.ts'
import type { NumberedEntity, RecordStream } from './claim-numbers.ts'
import { isOfRecords } from './streams.ts'

const actions = { change: changeActions, incident: incidentActions } as const

const rules = {
  change: { table: changes, listHolders: async () => [], moveReferences: moveReferencesToChange },
  incident: { table: incidents, listHolders: listHoldersOfIncident, moveReferences: moveReferencesToIncident },
}

/**
 * Changes the number of a local record to its current one at the source, with everything that refers to it; for a
 * change, that includes its review. The history stays as written and is found under both numbers, as the four-eyes rule
 * depends on it: it gets a deletion under the former number and a creation under the new one. Returns the reason if the
 * record cannot be renumbered.
 */
export async function renumber(
  ctx: TxContext,
  recordStream: RecordStream,
  { remoteId, from, to }: NumberChange & { readonly remoteId: string },
): Promise<string | undefined> {
  const { db: tx } = ctx
  const { entity } = recordStream
  const { table, listHolders, moveReferences } = rules[entity]
  const [stored] = await tx.select({ version: table.version }).from(table).where(eq(table.number, from)).for('update')
  if (stored) {
    const refuse = (why: string) => `${remoteId} is ${to} in ServiceNow and stays ${from} in Hindsight, because ${why}.`
    const holders = [...(await listHolders(tx, from)), ...(await listOtherSources(tx, entity, from, remoteId))]
    if (holders.length > 0)
      return refuse(`${holders.join(' and ')} cannot follow. Give it the number ${from} again in ServiceNow`)
    const holder = await findNumber(tx, table.number, to)
    if (holder !== null && !(await removeStub(tx, entity, holder)))
      return refuse(`there is another ${entity} ${holder} here. Give one of them another number there`)
    if (holder !== null) await recordEvent(ctx, changeActions.delete, holder, { is_stub: { from: true, to: null } })
    const at = ctx.now.toISOString()
    await tx
      .update(table)
      .set({ number: to, updatedAt: at, version: stored.version + 1 })
      .where(eq(table.number, from))
    await moveReferences(ctx, { from, to })
    const changed = { number: { from, to } }
    await recordEvent(ctx, actions[entity].delete, from, changed)
    await storeFormerNumber(tx, entity, { from, to })
    await recordEvent(ctx, actions[entity].create, to, changed)
  }
  await tx
    .update(connectionRecords)
    .set({ key: to })
    .where(isOfRecords(connectionRecords, recordStream, [remoteId]))
  return undefined
}

/** Removes a stub without a review whose number the renumbered change takes. Returns false for any other record. */
async function removeStub(tx: Transaction, entity: NumberedEntity, number: string): Promise<boolean> {
  if (entity !== 'change') return false
  const ofStub = tx.select({ reference: reviews.reference }).from(reviews).where(eq(reviews.changeNumber, number))
  const isStub = and(eq(changes.number, number), eq(changes.isStub, true), notExists(ofStub))
  return ((await tx.delete(changes).where(isStub)).rowCount ?? 0) > 0
}

async function listHoldersOfIncident(tx: Transaction, number: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    (select 'the review ' || s.reference as name from review_steps s
      where s.step = 'incidents' and jsonb_path_query_array(s.form::jsonb, '$.decisions[*].incident') ? ${number}
      order by s.reference limit 1)
    union all (select 'the review of ' || caused_by_change from incidents
      where number = ${number} and caused_by_change is not null)
    union all (select 'what is written to a connection' from connection_writes
      where entity = 'incident' and key = ${number} limit 1)`)
  return rows.map(({ name }) => name)
}

/** Lists other connections whose remote records are linked to this local record. */
async function listOtherSources(tx: Transaction, entity: string, number: string, remoteId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select distinct 'the connection ' || c.name as name from connection_records r
    join connections c on c.id = r.connection_id
    where r.entity = ${entity} and r.key = ${number} and r.foreign_id <> ${remoteId} and r.gone_at is null`)
  return rows.map(({ name }) => name)
}

async function moveReferencesToIncident(ctx: TxContext, numbers: NumberChange): Promise<void> {
  const { from, to } = numbers
  await moveOrigin(ctx, 'incident', numbers)
  await ctx.db.update(alertGroups).set({ incidentNumber: to }).where(eq(alertGroups.incidentNumber, from))
}

/** The former and the current number of a record. */
type NumberChange = { readonly from: string; readonly to: string }

/**
 * Moves everything that refers to a change to its new number: its review with the writes to other systems, incidents,
 * articles, actions, deployments, notifications and the decision of the policy.
 */
async function moveReferencesToChange(ctx: TxContext, numbers: NumberChange): Promise<void> {
  const { db: tx } = ctx
  const { from, to } = numbers
  await moveRecords(ctx, numbers)
  await moveOrigin(ctx, 'change', numbers)
  await moveNotifications(ctx, numbers)
  await tx.update(deployments).set({ changeNumber: to }).where(eq(deployments.changeNumber, from))
  await tx.delete(formerStates).where(eq(formerStates.changeNumber, to))
  await tx.update(formerStates).set({ changeNumber: to }).where(eq(formerStates.changeNumber, from))
  // Both numbers may have a part of one person: an import that was undone leaves those that it recorded.
  await tx.execute(sql`delete from ${reviewParts} moved using ${reviewParts} kept
    where moved.change_number = ${from} and kept.change_number = ${to}
      and moved.kind = kept.kind and moved.person = kept.person and moved.kind <> 'stated'`)
  await tx.update(reviewParts).set({ changeNumber: to }).where(eq(reviewParts.changeNumber, from))
  await tx.delete(policyDecisions).where(eq(policyDecisions.changeNumber, to))
  await tx.update(policyDecisions).set({ changeNumber: to }).where(eq(policyDecisions.changeNumber, from))
}

/** The columns that refer to a change, with those of the identifier, and the name of the field in the history. */
const references = [
  [reviews.changeNumber, reviews.reference, reviewActions.update, 'change_number'],
  [changes.parent, changes.number, changeActions.update, 'parent'],
  [incidents.relatedChange, incidents.number, incidentActions.update, 'related_change'],
  [incidents.causedByChange, incidents.number, incidentActions.update, 'caused_by_change'],
  [articles.sourceChange, articles.id, articleActions.update, 'source_change'],
  [improvements.sourceRef, improvements.id, improvementActions.update, 'source_ref'],
] as const

/** Moves the records that refer to the change, each with an entry in the history. */
async function moveRecords(ctx: TxContext, { from, to }: NumberChange): Promise<void> {
  const { db: tx } = ctx
  for (const [number, id, action, field] of references) {
    // People write the source of an action in any spelling, and parents are stored as they come.
    const isReference =
      field === 'source_ref' || field === 'parent' ? eq(numberKeySql(number), numberKey(from)) : eq(number, from)
    const { rows } = await tx.execute<{ entityId: string }>(sql`
      update ${number.table} set ${sql.identifier(number.name)} = ${to}, updated_at = ${ctx.now.toISOString()}, version = version + 1
      where ${isReference} returning ${id} as "entityId"`)
    const entries = rows.map(({ entityId }) => ({ entityId, changes: { [field]: { from, to } } }))
    await recordEvents(ctx, action, entries)
  }
  await moveWrites(ctx, { from, to })
}

/** Moves the origin of a record to its new number, replacing that of a stub. */
async function moveOrigin({ db: tx }: TxContext, kind: OriginKind, { from, to }: NumberChange): Promise<void> {
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
