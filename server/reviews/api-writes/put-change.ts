import { eq, sql } from 'drizzle-orm'
import { changeActions } from '#lib/actions/record-actions.ts'
import type { ChangeWrite } from '#lib/contracts/change-writes.ts'
import { change as declared } from '#lib/contracts/changes.ts'
import { changeColumns } from '#server/changes/columns.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { resolveTexts } from '#server/people/person-resolver.ts'
import type { PutResult } from '#server/platform/api/list-result.ts'
import { type FieldChanges, listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { chooseNumberToWrite } from '#server/platform/db/find-record.ts'
import { assertCondition, type PutCondition } from '#server/platform/db/precondition.ts'
import { recordColumns, recordValues } from '#server/platform/db/record-columns.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { isPolicyInputChanged, reconsiderReviews } from '#server/reviews/commands/reconsider-reviews.ts'
import { lockReviewOfChange } from '#server/reviews/locked-review.ts'
import { recordParts } from '#server/reviews/parts.ts'
import { decideChange, findDecision, readDecisionBasis } from '#server/reviews/policy/decide-change.ts'
import { policyActor } from '#server/reviews/policy/open-marked-review.ts'
import { changes } from '#server/schema/changes.ts'
import { assertPresent, buildWrittenFields } from './written-fields.ts'

type ChangeFields = Readonly<Record<string, unknown>>
type ChangeWritten = {
  readonly change: VersionedChange
  readonly before: VersionedChange | null
  /** The fields of an existing change that were changed. */
  readonly changed: FieldChanges
}

/**
 * Creates or updates a change for its system of record; omitted fields stay. A write that changes nothing leaves
 * version and history as they are. The policy decides on a change that enters review in the same transaction. Throws
 * `invalid_parameter` for a new change, or a stub, without title or state, and `precondition_failed`.
 */
export function putChange(
  ctx: Context,
  number: string,
  input: ChangeWrite,
  condition: PutCondition,
): Promise<PutResult<VersionedChange>> {
  return inTransaction(ctx, async (tx) => {
    const fields = await resolvePeople(tx.db, buildWrittenFields(input, declared), declared.people)
    const written = await writeChange(tx, number, fields, condition)
    if (isPolicyInputChanged(written.changed)) await reconsiderReviews(tx, [written.change.number])
    await decideOnEntry(tx, written)
    return { record: written.change, isCreated: written.before === null }
  })
}

async function writeChange(
  ctx: TxContext,
  sent: string,
  fields: ChangeFields,
  condition: PutCondition,
): Promise<ChangeWritten> {
  const number = await chooseNumberToWrite(ctx.db, changes.number, sent)
  const before = await lockStored(ctx.db, number)
  assertCondition(before?.version ?? null, condition)
  if (before) {
    if (before.is_stub) assertPresent(fields, ['title', 'state'], `since ${number} is only a stub`)
    return updateStored(ctx, before, fields)
  }
  assertPresent(fields, ['title', 'state'], 'since the change is new')
  const change = await insertNew(ctx, number, fields)
  // Without a row another request created the change meanwhile, which is then updated.
  return change ? { change, before: null, changed: {} } : writeChange(ctx, number, fields, condition)
}

type StoredChange = NonNullable<Awaited<ReturnType<typeof lockStored>>>

async function lockStored(tx: Transaction, number: string) {
  await lockReviewOfChange(tx, number)
  const ownColumns = recordColumns(changes, ['requested_by', 'assignment_group', 'is_unauthorized'])
  const [row] = await tx
    .select({ ...changeColumns, ...ownColumns })
    .from(changes)
    .where(eq(changes.number, number))
    .for('update')
  return row
}

async function insertNew(ctx: TxContext, number: string, fields: ChangeFields): Promise<VersionedChange | undefined> {
  const at = ctx.now.toISOString()
  const values = { ...declared.defaults, ...fields }
  const row = {
    ...values,
    number,
    awaits_decision: fields.state === 'closed',
    origin: 'entry',
    created_at: at,
    updated_at: at,
  }
  const [change] = await ctx.db
    .insert(changes)
    .values(recordValues(changes, row) as typeof changes.$inferInsert)
    .onConflictDoNothing()
    .returning(changeColumns)
  if (change) await recordEvent(ctx, changeActions.create, number, listDifferences({}, values))
  return change
}

async function updateStored(ctx: TxContext, before: StoredChange, fields: ChangeFields): Promise<ChangeWritten> {
  const after = { ...fields, is_stub: false }
  const changed = listDifferences(before, after)
  if (Object.keys(changed).length === 0) return { change: before, before, changed }
  // A stub has no state of its own: it counts as closed until the system of record states more.
  const isClosing = fields.state === 'closed' && (before.is_stub || before.state !== 'closed')
  const isUndecided = isClosing && !(await findDecision(ctx.db, before.number))
  const [change] = await ctx.db
    .update(changes)
    .set({
      ...recordValues(changes, { ...after, ...(isUndecided && { awaits_decision: true }) }),
      version: sql`${changes.version} + 1`,
      updatedAt: ctx.now.toISOString(),
    })
    .where(eq(changes.number, before.number))
    .returning(changeColumns)
  if (!change) throw new Error('The change was not stored.')
  await recordEvent(ctx, changeActions.update, before.number, changed)
  const { from, to } = changed.assigned_to ?? { from: null, to: null }
  await recordParts(
    ctx,
    [from, to].map((person) =>
      typeof person === 'string' ? { changeNumber: before.number, kind: 'implemented', person } : null,
    ),
  )
  return { change, before, changed }
}

/** Decides whether a change owes a review if the write moved it into its review or past it. */
async function decideOnEntry(ctx: TxContext, { change, before }: ChangeWritten): Promise<void> {
  const isMoved = before === null || before.is_stub || before.state !== change.state
  if (!isMoved || !['review', 'closed'].includes(change.state)) return
  await decideChange({ ...ctx, actor: policyActor }, change.number, await readDecisionBasis(ctx, [change.number]))
}

/** Replaces texts that name one known person by the e-mail address of that person; other texts stay as they are. */
async function resolvePeople<Fields extends object>(
  db: Queryable,
  fields: Fields,
  names: readonly (keyof Fields)[],
): Promise<Fields> {
  const texts = names.flatMap((name) => (typeof fields[name] === 'string' ? [fields[name]] : []))
  if (texts.length === 0) return fields
  const find = await resolveTexts(db, texts)
  const resolved = names.flatMap((name) => {
    const text = fields[name]
    const person = typeof text === 'string' ? find(text) : undefined
    return person?.kind === 'known' ? [[name, person.email] as const] : []
  })
  return { ...fields, ...Object.fromEntries(resolved) }
}
