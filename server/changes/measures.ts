import { eq } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import { changeActions } from '#lib/actions/record-actions.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { addReading as addContract, putMeasures as putContract } from '#lib/contracts/change-writes.ts'
import { type BodyOf, hasRole } from '#lib/contracts/endpoint.ts'
import { type Measure, maxReadings, type StatedMeasure } from '#lib/contracts/measures.ts'
import { isSameEmail } from '#lib/domain/four-eyes/same-person.ts'
import { describeValue, judge, meetsAbort } from '#lib/domain/measures/measures.ts'
import { describePromise } from '#lib/report/measure-picture.ts'
import { type FieldChanges, recordEvent } from '#server/platform/audit/record-event.ts'
import { findNumber } from '#server/platform/db/find-record.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { lockChange } from './lock-change.ts'
import type { VersionedChange } from './queries.ts'

/** Returns the measures of a change with their verdicts, and the version of the change. */
export const presentMeasures = (change: VersionedChange) => ({
  version: change.version,
  measures: change.measures.map((measure) => ({ ...measure, verdict: judge(measure, change) })),
})

type MeasuresWrite = {
  readonly measures: readonly Measure[]
  readonly action: Action
  readonly changed: FieldChanges
}

/** Writes the measures of a locked change with their history; null changes nothing. */
async function writeMeasures(
  ctx: Context,
  named: string,
  build: (tx: TxContext, change: VersionedChange) => MeasuresWrite | null | Promise<MeasuresWrite | null>,
): Promise<VersionedChange> {
  return inTransaction(ctx, async (tx) => {
    const number = (await findNumber(tx.db, changes.number, named)) ?? named
    const change = await lockChange(tx.db, number)
    assertMayMeasure(ctx, change)
    const write = await build(tx, change)
    if (write === null) return change
    const after = {
      measures: [...write.measures],
      version: change.version + 1,
      updated_at: tx.now.toISOString(),
    }
    await tx.db
      .update(changes)
      .set({ measures: after.measures, version: after.version, updatedAt: after.updated_at })
      .where(eq(changes.number, number))
    await recordEvent(tx, write.action, number, write.changed)
    return { ...change, ...after }
  })
}

/** Throws `forbidden` for a person who is neither the implementer of the change nor a reviewer. */
export function assertMayMeasure({ actor }: Context, { assigned_to: implementer }: VersionedChange): void {
  if (actor.kind !== 'account' || hasRole(actor.role, 'reviewer') || isSameEmail(implementer ?? '', actor.email)) return
  throw new AppError('forbidden', 'Only the implementer of the change and reviewers write its measures.')
}

/**
 * Replaces the measures of a change. One whose `id` stays keeps its readings; who changes its figures states them, unless
 * the body names another person. Throws `not_found`, `forbidden`,
 * `precondition_failed`, and `conflict` once the review is submitted or recorded.
 */
export const putMeasures = (
  ctx: Context,
  named: string,
  { measures: stated }: BodyOf<typeof putContract>,
  expectedVersions?: readonly number[],
): Promise<VersionedChange> =>
  writeMeasures(ctx, named, async (tx, change) => {
    assertVersion(change.version, expectedVersions)
    const [review] = await tx.db
      .select({ status: reviews.status })
      .from(reviews)
      .where(eq(reviews.changeNumber, change.number))
    if (review ? isLocked(review) : change.pir_completed)
      throw new AppError('conflict', `The review of ${change.number} is submitted, so its measures stay.`)
    const measures = stated.map((one, index) => stateMeasure(tx, change, one, `measures.${index}`))
    for (const [index, { name }] of measures.entries())
      if (measures.findIndex((other) => other.name === name) < index)
        throw invalidField(`measures.${index}.name`, 'body', 'must differ from that of the other measures')
    const changed = {
      measures: { from: change.measures.map(describeStated), to: measures.map(describeStated) },
    }
    if (JSON.stringify(measures) === JSON.stringify(change.measures)) return null
    return { measures, action: changeActions.measures_stated, changed }
  })

function stateMeasure(ctx: TxContext, { measures }: VersionedChange, stated: StatedMeasure, field: string): Measure {
  const { id, stated_by: by, ...promise } = stated
  const before = measures.find((measure) => measure.id === id)
  if (id !== undefined && !before) throw invalidField(`${field}.id`, 'body', 'must be that of a measure of the change')
  const { name, unit, better, baseline, target, abort_if, query } = promise
  if (meetsAbort(promise, target))
    throw invalidField(`${field}.abort_if`, 'body', 'must not be met by the target already')
  const said = { name, unit, better, baseline, target, abort_if }
  const isSame =
    before !== undefined && Object.entries(said).every(([key, value]) => Reflect.get(before, key) === value)
  const stated_by = by ?? (isSame ? before.stated_by : ctx.actor.name)
  const isUnchanged = isSame && stated_by === before.stated_by && query === before.query
  return {
    id: before?.id ?? newId('msr', ctx.now),
    ...said,
    stated_by,
    stated_at: isUnchanged ? before.stated_at : ctx.now.toISOString(),
    query,
    readings: before?.readings ?? [],
  }
}

const describeStated = (measure: Measure) =>
  `${describePromise(measure)}, says ${measure.stated_by}${measure.query === null ? '' : `; query ${measure.query}`}`

/** A reading that is not later than the clock of its sender may run ahead. */
const maxAheadMs = 300_000

/**
 * Adds a reading of a measure, also once the review is completed, whose version keeps what it judged. A reading of the
 * same time and source is corrected; the same reading again changes nothing. Throws `not_found`, `forbidden`, `invalid_parameter`, and `conflict` when the measure is full.
 */
export const addReading = (
  ctx: Context,
  { number, id }: { readonly number: string; readonly id: string },
  { value, source, ...given }: BodyOf<typeof addContract>,
): Promise<VersionedChange> =>
  writeMeasures(ctx, number, (tx, change) => {
    const measure = change.measures.find((one) => one.id === id)
    if (!measure) throw notFound('measure', id)
    const taken_at = new Date(given.taken_at ?? tx.now).toISOString()
    if (Date.parse(taken_at) > tx.now.getTime() + maxAheadMs)
      throw invalidField('taken_at', 'body', 'must not be in the future')
    const reading = { value, taken_at, source }
    const former = measure.readings.find(
      (one) => one.source === source && Date.parse(one.taken_at) === Date.parse(taken_at),
    )
    if (former?.value === value) return null
    if (!former && measure.readings.length >= maxReadings)
      throw new AppError('conflict', `${measure.name} has ${maxReadings} readings, the most that a measure may have.`)
    const readings = former
      ? measure.readings.map((one) => (one === former ? reading : one))
      : [...measure.readings, reading].toSorted((one, other) => Date.parse(one.taken_at) - Date.parse(other.taken_at))
    const instead = former ? ` instead of ${describeValue(measure, former.value)}` : ''
    return {
      measures: change.measures.map((one) => (one === measure ? { ...measure, readings } : one)),
      action: changeActions.measure_read,
      changed: {
        reading: { from: null, to: `${measure.name}: ${describeValue(measure, value)}${instead}` },
        taken_at: { from: null, to: taken_at },
        reading_source: { from: null, to: source },
      },
    }
  })
