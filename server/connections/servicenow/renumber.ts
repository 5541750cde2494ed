import { and, eq, notExists, sql } from 'drizzle-orm'
import { changeActions, incidentActions } from '#lib/actions/record-actions.ts'
import { storeFormerNumber } from '#server/history/entries-of-record.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { findNumber } from '#server/platform/db/find-record.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { alertGroups, connectionRecords } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import type { RecordStream } from './claim-numbers.ts'
import { moveOrigin, moveReferencesToChange, type NumberChange } from './move-references.ts'
import type { NumberedEntity } from './numbered.ts'

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
  { connectionId, stream, entity }: RecordStream,
  { remoteId, from, to }: NumberChange & { readonly remoteId: string },
): Promise<string | undefined> {
  const { db: tx } = ctx
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
  const isRecord = [eq(connectionRecords.connectionId, connectionId), eq(connectionRecords.stream, stream)]
  await tx
    .update(connectionRecords)
    .set({ key: to })
    .where(and(...isRecord, eq(connectionRecords.remoteId, remoteId)))
  return undefined
}

/**
 * Removes a stub whose number the renumbered change takes. Returns false for a whole record and for a stub with a
 * review.
 */
async function removeStub(tx: Transaction, entity: NumberedEntity, number: string): Promise<boolean> {
  if (entity !== 'change') return false
  const ofStub = tx.select({ reference: reviews.reference }).from(reviews).where(eq(reviews.changeNumber, number))
  const removed = await tx
    .delete(changes)
    .where(and(eq(changes.number, number), eq(changes.isStub, true), notExists(ofStub)))
    .returning({ number: changes.number })
  return removed.length > 0
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

async function moveReferencesToIncident(ctx: TxContext, { from, to }: NumberChange): Promise<void> {
  const { db: tx } = ctx
  await moveOrigin(ctx, 'incident', { from, to })
  await tx.update(alertGroups).set({ incidentNumber: to }).where(eq(alertGroups.incidentNumber, from))
}
