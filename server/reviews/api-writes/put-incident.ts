import { eq, sql } from 'drizzle-orm'
import { incidentActions } from '#lib/actions/record-actions.ts'
import type { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { incident as declared } from '#lib/contracts/incidents.ts'
import { readPriorityLevel } from '#lib/domain/incidents/priority-level.ts'
import { insertStub, resolveChangeNumber } from '#server/changes/insert-stub.ts'
import { type VersionedIncident, versionedIncidentColumns } from '#server/incidents/queries.ts'
import type { PutResult } from '#server/platform/api/list-result.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { chooseNumberToWrite } from '#server/platform/db/find-record.ts'
import { assertCondition, type PutCondition } from '#server/platform/db/precondition.ts'
import { recordValues } from '#server/platform/db/record-columns.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { policyIncidentFields, reconsiderReviews } from '#server/reviews/commands/reconsider-reviews.ts'
import { lockChangesWithReviews } from '#server/reviews/locked-review.ts'
import { incidents } from '#server/schema/changes.ts'
import { assertPresent, buildWrittenFields } from './written-fields.ts'

type IncidentFields = Readonly<Record<string, unknown>>

const openStates: readonly unknown[] = ['new', 'in_progress', 'on_hold']

/**
 * Creates or updates an incident for its system of record; omitted fields stay. A write that changes nothing leaves
 * version and history as they are. Throws `invalid_parameter` for a new incident without `opened_at` and for an open
 * one with `resolved_at`, and `precondition_failed`.
 */
export function putIncident(
  ctx: Context,
  number: string,
  input: IncidentWrite,
  condition: PutCondition,
): Promise<PutResult<VersionedIncident>> {
  const fields = buildWrittenFields(input, declared)
  const { related_change: change } = fields
  return inTransaction(ctx, async (tx) => {
    if ('related_change' in fields || 'priority' in fields) await lockReconsidered(tx, number, change)
    const link = typeof change === 'string' ? { related_change: await insertStub(tx, change) } : {}
    return writeIncident(tx, number, { ...fields, ...link }, condition)
  })
}

async function writeIncident(
  ctx: TxContext,
  sent: string,
  fields: IncidentFields,
  condition: PutCondition,
): Promise<PutResult<VersionedIncident>> {
  const number = await chooseNumberToWrite(ctx.db, incidents.number, sent)
  const [before] = await ctx.db
    .select(versionedIncidentColumns)
    .from(incidents)
    .where(eq(incidents.number, number))
    .for('update')
  assertCondition(before?.version ?? null, condition)
  if (before) return { record: await updateStored(ctx, before, fields), isCreated: false }
  assertPresent(fields, ['opened_at'], 'since the incident is new')
  const record = await insertNew(ctx, number, fields)
  // Without a row another request created the incident meanwhile, which is then updated.
  return record ? { record, isCreated: true } : writeIncident(ctx, number, fields, condition)
}

async function insertNew(
  ctx: TxContext,
  number: string,
  fields: IncidentFields,
): Promise<VersionedIncident | undefined> {
  const state = fields.resolved_at ? 'resolved' : 'new'
  const values = completeFields({ state, ...declared.defaults, ...fields }, fields)
  const row = { ...values, number, origin: 'entry', updated_at: ctx.now.toISOString() }
  const [incident] = await ctx.db
    .insert(incidents)
    .values(recordValues(incidents, row) as typeof incidents.$inferInsert)
    .onConflictDoNothing()
    .returning(versionedIncidentColumns)
  if (!incident) return undefined
  await recordEvent(ctx, incidentActions.create, number, listDifferences({}, values))
  await reconsiderChanges(ctx, [], incident)
  return incident
}

async function updateStored(
  ctx: TxContext,
  before: VersionedIncident,
  fields: IncidentFields,
): Promise<VersionedIncident> {
  const after = completeFields({ ...before, ...fields }, fields)
  const changed = listDifferences(before, after)
  if (Object.keys(changed).length === 0) return before
  const values = Object.fromEntries(Object.entries(changed).map(([field, { to }]) => [field, to]))
  const [incident] = await ctx.db
    .update(incidents)
    .set({
      ...recordValues(incidents, values),
      version: sql`${incidents.version} + 1`,
      updatedAt: ctx.now.toISOString(),
    })
    .where(eq(incidents.number, before.number))
    .returning(versionedIncidentColumns)
  if (!incident) throw new Error('The incident was not stored.')
  await recordEvent(ctx, incidentActions.update, before.number, changed)
  if (policyIncidentFields.some((field) => field in changed))
    await reconsiderChanges(ctx, [before.related_change], incident)
  return incident
}

/**
 * Locks the reviews that the write may reconsider. The order of locks requires this before the incident is locked and
 * before a stub is created.
 */
async function lockReconsidered({ db }: TxContext, sent: string, named: unknown): Promise<void> {
  const number = await chooseNumberToWrite(db, incidents.number, sent)
  const [stored] = await db
    .select({ related: incidents.relatedChange, caused: incidents.causedByChange })
    .from(incidents)
    .where(eq(incidents.number, number))
  const next = typeof named === 'string' ? await resolveChangeNumber(db, named) : null
  const numbers = [next, stored?.related, stored?.caused].filter((change) => typeof change === 'string')
  if (numbers.length > 0) await lockChangesWithReviews(db, numbers)
}

/** Reconsiders the reviews of the changes that an incident names, was confirmed for, or named `before`. */
async function reconsiderChanges(
  ctx: TxContext,
  before: readonly (string | null)[],
  { related_change, caused_by_change }: VersionedIncident,
): Promise<void> {
  const numbers = [...before, related_change, caused_by_change].filter((change) => change !== null)
  await reconsiderReviews(ctx, numbers)
}

/** Sets the fields that depend on others: the level of the priority, and no resolution while the incident is open. */
function completeFields(whole: IncidentFields, written: IncidentFields): IncidentFields {
  const isOpen = openStates.includes(whole.state)
  if (isOpen && written.resolved_at) {
    throw invalidField('resolved_at', 'body', `must be null while the incident is ${whole.state}`)
  }
  const priorityLevel = readPriorityLevel(String(whole.priority))
  return { ...whole, priority_level: priorityLevel, ...(isOpen && { resolved_at: null }) }
}
