import { createHash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, sql } from 'drizzle-orm'
import { auditActions } from '#lib/actions/policy-actions.ts'
import {
  type Audit,
  type AuditChange,
  type AuditChangePatch,
  maxDrawn,
  type NewAudit,
} from '#lib/contracts/app/audits.ts'
import { drawAuditSample } from '#lib/domain/audits/draw-sample.ts'
import { describeCount } from '#lib/text/counted.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { auditChanges, audits } from '#server/schema/audits.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { selectPopulation } from './population.ts'
import { getAuditChange, getAuditWithState } from './queries.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Freezes the population of an audit: the closed changes whose work ended in the period and that match the filter.
 * Throws `invalid_filter`, and `invalid_parameter` when the population is empty or smaller than the size.
 */
export async function createAudit(ctx: Context, input: NewAudit): Promise<Audit> {
  const { from, to, query, size = null, seed = randomBytes(8).toString('hex'), ...stated } = input
  const { actor, now } = ctx
  const isMember = selectPopulation(ctx, input)
  const id = newId('aud', now)
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .select({ number: changes.number })
      .from(changes)
      .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
      .where(isMember)
      .orderBy(asc(changes.number))
    const population = rows.map(({ number }) => number)
    assertEnough(population.length, size)
    const row = {
      id,
      ...stated,
      from,
      to,
      query: query ?? null,
      size,
      seed,
      populationCount: population.length,
      populationDigest: sha256(population.map((number) => `${number}\n`).join('')),
      createdBy: actor.name,
      createdAt: now.toISOString(),
      origin: 'entry',
    }
    await tx.db.insert(audits).values(row)
    await tx.db.execute(sql`insert into ${auditChanges} (audit_id, position, change_number)
      select ${id}, position, number from unnest(${sql.param(population)}::text[]) with ordinality as population (number, position)`)
    const { populationCount: population_count, populationDigest: population_digest } = row
    const fields = { ...stated, from, to, query: row.query, size, seed, population_count, population_digest }
    await recordEvent(tx, auditActions.create, id, listDifferences({}, fields))
    return getAuditWithState({ db: tx.db }, id)
  })
}

function assertEnough(population: number, size: number | null): void {
  if (population === 0) throw invalidField('query', 'body', 'matches no closed change of the period')
  if (size !== null && size > population) {
    throw invalidField('size', 'body', `must be at most ${population}, the number of changes in the population`)
  }
  if (size === null && population > maxDrawn) {
    throw invalidField(
      'method',
      'body',
      `draws at most ${maxDrawn.toLocaleString('en')}, and the population has ${describeCount(population, 'change')}: narrow the filter`,
    )
  }
}

/** Number of changes hashed at once, which takes some milliseconds. */
const portion = 5_000

/**
 * Draws as `drawAuditSample`. A random draw yields the thread after each portion: the lowest hashes of all changes are
 * among the lowest ones of the portions.
 */
async function drawInPortions(draw: Parameters<typeof drawAuditSample>[0]): Promise<readonly string[]> {
  const { population, method } = draw
  if (method !== 'random') return drawAuditSample(draw, sha256)
  let drawn: readonly string[] = []
  for (let from = 0; from < population.length; from += portion) {
    drawn = drawAuditSample({ ...draw, population: [...drawn, ...population.slice(from, from + portion)] }, sha256)
    await setImmediate()
  }
  return drawn
}

/** Draws the changes of an audit. Throws `not_found`, and `conflict` once they are drawn. */
export async function drawAudit(ctx: Context, id: string): Promise<Audit> {
  return inTransaction(ctx, async (tx) => {
    const [audit] = await tx.db.select().from(audits).where(eq(audits.id, id)).for('update')
    if (!audit) throw notFound('audit', id)
    if (audit.drawnAt !== null) throw new AppError('conflict', 'The changes of this audit are drawn already.')
    const rows = await tx.db
      .select({ number: auditChanges.number })
      .from(auditChanges)
      .where(eq(auditChanges.auditId, id))
      .orderBy(asc(auditChanges.position))
    const drawn = await drawInPortions({ ...audit, population: rows.map(({ number }) => number) })
    await tx.db.execute(sql`update ${auditChanges} set drawn_order = drawn.place
      from unnest(${sql.param([...drawn])}::text[]) with ordinality as drawn (number, place)
      where ${auditChanges.auditId} = ${id} and ${auditChanges.number} = drawn.number`)
    await tx.db.update(audits).set({ drawnAt: ctx.now.toISOString() }).where(eq(audits.id, id))
    const fields = { drawn_count: drawn.length, population_count: audit.populationCount }
    await recordEvent(tx, auditActions.drawn, id, listDifferences({}, fields))
    return getAuditWithState({ db: tx.db }, id)
  })
}

/**
 * Writes request, state or note of a drawn change. Throws `not_found`, and `invalid_parameter` for an exception without
 * a note.
 */
export async function updateAuditChange(
  ctx: Context,
  { id, number }: { readonly id: string; readonly number: string },
  patch: AuditChangePatch,
): Promise<AuditChange> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.select({ id: audits.id }).from(audits).where(eq(audits.id, id)).for('update')
    const { request_number: requestNumber, state, note } = await getAuditChange(tx, id, number)
    const before = { request_number: requestNumber, state, note }
    const after = { ...before, ...patch }
    if (after.state === 'exception' && after.note === null) {
      throw invalidField('note', 'body', 'must say what the exception is')
    }
    const changed = listDifferences(before, after)
    if (Object.keys(changed).length === 0) return getAuditChange(tx, id, number)
    await tx.db
      .update(auditChanges)
      .set({
        requestNumber: after.request_number,
        state: after.state,
        note: after.note,
        updatedBy: ctx.actor.name,
        updatedAt: ctx.now.toISOString(),
      })
      .where(and(eq(auditChanges.auditId, id), eq(auditChanges.number, number)))
    await recordEvent(tx, auditActions.noted, id, { change_number: { from: null, to: number }, ...changed })
    return getAuditChange(tx, id, number)
  })
}
