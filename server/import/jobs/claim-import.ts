import { and, asc, count, eq, gte, inArray, lt, max, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { sharedKinds } from '#server/import/import-file.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { imports } from '#server/schema/imports.ts'
import type { ImportRow } from './queries.ts'

/** Milliseconds without a heartbeat after which the service process that runs an import counts as dead. */
const deadAfterMs = 30_000
/** Maximum imports that run at the same time, in all processes together. */
const maxRunning = 2

const deadline = () => new Date(Date.now() - deadAfterMs).toISOString()

/**
 * Period before the creation of an import in which earlier starts of its caller count, in milliseconds; new callers
 * cannot delay it longer.
 */
const countedMs = 3_600_000

/**
 * Builds the condition that an import may begin: it is queued or its process died, and no import of the same caller or
 * into the same tables is running. One caller with many or slow imports thus leaves a turn to others.
 */
function mayBegin(db: Queryable) {
  const other = alias(imports, 'other')
  const isAlive = and(eq(other.status, 'running'), gte(other.aliveAt, deadline()))
  const writesSame = or(
    eq(other.kind, imports.kind),
    and(inArray(other.kind, [...sharedKinds]), inArray(imports.kind, [...sharedKinds])),
  )
  const rivals = db
    .select({ found: sql`1` })
    .from(other)
    .where(and(isAlive, ne(other.id, imports.id), or(eq(other.caller, imports.caller), writesSame)))
  const running = db.select({ count: count() }).from(other).where(isAlive)
  return and(
    or(eq(imports.status, 'queued'), and(eq(imports.status, 'running'), lt(imports.aliveAt, deadline()))),
    notExists(rivals),
    sql`(${running}) < ${maxRunning}`,
  )
}

/**
 * Builds SQL for the time at which the caller of an import last started one; the caller with the oldest start is next.
 */
function lastStart(db: Queryable) {
  const other = alias(imports, 'other')
  const last = db
    .select({ at: max(other.startedAt) })
    .from(other)
    .where(eq(other.caller, imports.caller))
  return sql`greatest((${last}), ${imports.createdAt} - ${countedMs} * interval '1 millisecond')`
}

/** True if an import can begin now. */
export async function hasWaitingImports({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const [found] = await db.select({ id: imports.id }).from(imports).where(mayBegin(db)).limit(1)
  return found !== undefined
}

/**
 * Marks the next import as running in this attempt. Callers take turns; among the imports of one caller, those that
 * failed before come last. Processes claim one after the other, as they would not see each other's running import
 * otherwise.
 */
export function claimImport(db: Queryable): Promise<ImportRow | undefined> {
  return transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('claim import'))`)
    const next = tx
      .select({ id: imports.id })
      .from(imports)
      .where(mayBegin(tx))
      .orderBy(asc(lastStart(tx)), asc(imports.attempts), asc(imports.createdAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const at = new Date().toISOString()
    const [row] = await tx
      .update(imports)
      .set({ status: 'running', attempts: sql`${imports.attempts} + 1`, startedAt: at, aliveAt: at })
      .where(inArray(imports.id, next))
      .returning()
    return row
  })
}
